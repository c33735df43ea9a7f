#include <fmt/core.h>

#include <algorithm>

#include "checker/command/grade_class.hpp"
#include "checker/command/grade_hand_over.hpp"
#include "checker/command/lab_choice.hpp"
#include "checker/command/new_folder.hpp"
#include "checker/course/atomic_file.hpp"
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

struct class_files {
    std::vector<handed_in> all;
    std::vector<words> not_taken;  ///< submissions of which something could not be taken
};

/// What `lab grade` flags: who has not handed in a lab is nothing to look at here.
bool is_more_than_missing(const found_file& found) {
    return std::any_of(found.flags.begin(), found.flags.end(),
                       [](const flag& f) { return f.id != "missing"; });
}

class_files files_of(const context& c, const class_entries& entries,
                     const std::vector<std::string>& labs) {
    class_files made;
    for (const auto& s : entries.submissions) {
        learner_files files(labs, {}, c.say);
        read_submission(s, files);
        const auto found = files.take();
        for (std::size_t i = 0; i < labs.size(); ++i) {
            if (found[i].content) {
                made.all.push_back({s.file, labs[i], *found[i].content});
            }
        }
        if (files.is_refused() || std::any_of(found.begin(), found.end(), is_more_than_missing)) {
            made.not_taken.emplace_back(s.student);
        }
    }
    return made;
}

}  // namespace

int run_similar(const context& c, const similar_options& o) {
    const auto tool = tool_of(c, o.tool);
    const auto course = c.load();
    std::vector<std::string> labs;
    std::vector<starter_text> starters;
    for (const auto* l : chosen_labs(c, course, o.labs)) {
        labs.push_back(l->name());
        starters.push_back({l->name(), starter_for(c, *l)});
    }
    const auto entries = entries_that_count(c, o.submissions, class_folder(c, o.submissions));
    const auto files = files_of(c, entries, labs);
    const auto folder = c.started / o.folder;
    make_new_folder(c, folder);
    const auto made = similarity_files(tool, files.all, starters, c.say);
    for (const auto& [name, text] : made.files) {
        std::filesystem::create_directories((folder / name).parent_path());
        write_atomically(folder / name, text);
    }
    fmt::print("{}\n", c.say(phrase("Files to compare: {}, in {}. README.md there says how. Left "
                                    "out: untouched starters {}, files of a lab that nobody else "
                                    "has handed in {}.",
                                    made.compared, c.shown(folder), made.starters, made.alone)));
    if (!files.not_taken.empty()) {
        fmt::print("{}\n", c.say(phrase("Not taken, or not all of it: {}. `{} grade` says why, by "
                                        "flags.",
                                        listed(files.not_taken), c.command)));
    }
    return exit_with::success;
}

}  // namespace checker
