#include "checker/grading/formats/similarity.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/formats/plain_cpp.hpp"

namespace checker {
namespace {

/// JPlag parses C++ and leaves out what it cannot parse; MOSS takes any text.
struct conventions {
    const char* file;
    std::string (*text)(std::string_view cuda);
    std::string (*command)(const std::string& lab);
};

conventions conventions_of(similarity_tool tool) {
    if (tool == similarity_tool::jplag) {
        return {"lab.cpp", as_plain_cpp, [](const std::string& lab) {
                    return fmt::format(
                        "java -jar jplag.jar -l cpp -bc {0}/base -r {0}/result {0}/submissions",
                        lab);
                }};
    }
    return {"lab.cu", [](std::string_view cuda) { return std::string(cuda); },
            [](const std::string& lab) {
                return fmt::format("moss -l cc -d -b {0}/base/lab.cu {0}/submissions/*/lab.cu",
                                   lab);
            }};
}

words where_to_get(similarity_tool tool) {
    return tool == similarity_tool::jplag
               ? phrase(
                     "For JPlag 5 or later (https://github.com/jplag/JPlag, needs Java): put "
                     "its jplag.jar here and run the commands in this folder. It compares on "
                     "this machine; nothing is uploaded. Launches are written as calls here, "
                     "because it reads plain C++; line numbers are those of the students' "
                     "files.")
               : phrase(
                     "For MOSS (https://theory.stanford.edu/~aiken/moss/): you need its script "
                     "`moss` with your own account; run the commands in this folder. The files "
                     "are sent to the service: find out first whether you may do that. Folders "
                     "are named as submissions are; rename them if names must not leave.");
}

std::string readme(similarity_tool tool, const std::vector<std::string>& labs,
                   const translation& say) {
    const auto conventions = conventions_of(tool);
    auto text = fmt::format("# {}\n\n{}\n\n```sh\n", say(phrase("Similar submissions")),
                            say(where_to_get(tool)));
    for (const auto& lab : labs) {
        text += conventions.command(lab) + "\n";
    }
    return text +
           fmt::format("```\n\n{}\n",
                       say(phrase("The labs are short and ask for one thing, so that honest "
                                  "solutions are alike too: read both files before you draw a "
                                  "conclusion. Labs 11 and 12 tell most.")));
}

}  // namespace

files_to_compare similarity_files(similarity_tool tool, const std::vector<handed_in>& files,
                                  const std::vector<starter_text>& starters,
                                  const translation& say) {
    const auto conventions = conventions_of(tool);
    files_to_compare result;
    std::vector<std::string> labs;
    for (const auto& starter : starters) {
        std::vector<const handed_in*> of_lab;
        for (const auto& one : files) {
            if (one.lab == starter.lab && one.text == starter.text) {
                ++result.starters;
            } else if (one.lab == starter.lab) {
                of_lab.push_back(&one);
            }
        }
        if (of_lab.size() < 2) {
            result.alone += static_cast<int>(of_lab.size());
            continue;
        }
        result.compared += static_cast<int>(of_lab.size());
        labs.push_back(starter.lab);
        const std::filesystem::path folder(starter.lab);
        result.files[folder / "base" / conventions.file] = conventions.text(starter.text);
        for (const auto* one : of_lab) {
            result.files[folder / "submissions" / one->student / conventions.file] =
                conventions.text(one->text);
        }
    }
    result.files["README.md"] = readme(tool, labs, say);
    return result;
}

}  // namespace checker
