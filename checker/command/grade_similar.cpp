#include <fmt/core.h>

#include "checker/command/grade_hand_over.hpp"
#include "checker/command/lab_job.hpp"
#include "checker/command/new_folder.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/course/lab_choice.hpp"
#include "checker/course/starter.hpp"
#include "checker/grading/formats/similarity.hpp"
#include "checker/grading/submissions.hpp"

namespace checker {
namespace {

similarity_tool tool_of(const context& c, const std::string& name) {
    if (name == "jplag" || name == "moss") {
        return name == "moss" ? similarity_tool::moss : similarity_tool::jplag;
    }
    throw command_error(
        exit_with::usage,
        c.say(phrase("\"{}\" is no program that --similar knows: jplag or moss.", name)));
}

/// Where the solutions were taken out of the tree, the file in labs/ has to do.
std::string starter_for(const context& c, const lab& l) {
    const auto solution = solution_file(c, l);
    return std::filesystem::is_regular_file(solution) ? starter_of(read_file(solution))
                                                      : read_file(learners_file(c, l));
}

std::vector<handed_in> files_of(const context& c, const std::filesystem::path& folder,
                                const std::vector<std::string>& labs) {
    std::vector<handed_in> all;
    for (const auto& s : find_submissions(folder)) {
        learner_files files(labs, {}, c.say);
        read_submission(s, files);
        const auto found = files.take();
        for (std::size_t i = 0; i < labs.size(); ++i) {
            if (found[i].content) {
                all.push_back({s.file, labs[i], *found[i].content});
            }
        }
    }
    return all;
}

}  // namespace

int run_similar(const context& c, const similar_options& o) {
    const auto tool = tool_of(c, o.tool);
    const auto course = c.load();
    std::vector<std::string> labs;
    std::vector<starter_text> starters;
    for (const auto* l : chosen_labs(course, o.labs)) {
        labs.push_back(l->name());
        starters.push_back({l->name(), starter_for(c, *l)});
    }
    const auto files = files_of(c, c.started / o.submissions, labs);
    const auto folder = c.started / o.folder;
    make_new_folder(c, folder);
    for (const auto& [name, text] : similarity_files(tool, files, starters, c.say)) {
        std::filesystem::create_directories((folder / name).parent_path());
        write_atomically(folder / name, text);
    }
    fmt::print("{}\n", c.say(phrase("{} files of {} labs are in {}. README.md there says how to "
                                    "compare them.",
                                    files.size(), labs.size(), c.shown(folder))));
    return exit_with::success;
}

}  // namespace checker
