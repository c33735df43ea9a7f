#include "checker/command/grade_hand_over.hpp"

#include <array>
#include <utility>

#include "checker/grading/results_folder.hpp"

namespace checker {

namespace {

/// From results alone all formats are written as they were graded, and into the same folder.
void refuse_without_submissions(const context& c, const grade_options& o) {
    const std::array<std::pair<const char*, bool>, 5> without_effect = {{
        {"--labs", !o.labs.empty()},
        {"--out", !o.out.empty()},
        {"--device", o.device.has_value()},
        {"--seed", o.seed.has_value()},
        {"--limits", !o.limits.empty()},
    }};
    for (const auto& [option, is_there] : without_effect) {
        if (is_there) {
            throw command_error(
                exit_with::usage,
                c.say(phrase("{} has no effect where {} is the folder with the results: --collect "
                             "then writes the formats anew as they were graded, and there. Leave "
                             "it out; or name the submissions first, as in `{} grade SUBMISSIONS "
                             "--out {} --collect`.",
                             option, o.folder, c.command, o.folder)));
        }
    }
}

}  // namespace

std::optional<int> run_hand_over(const context& c, const grade_options& o) {
    if (!o.autograder.empty()) {
        return run_autograder_folder(c, {o.autograder, o.labs, o.seed});
    }
    if (!o.workflow.empty()) {
        return run_workflow_file(c, {o.workflow, o.labs});
    }
    if (o.folder.empty()) {
        throw command_error(exit_with::usage,
                            c.say(phrase("Name the folder that holds the submissions, such as "
                                         "`{} grade submissions`.",
                                         c.command)));
    }
    if (!o.similar.empty()) {
        return run_similar(c, {o.folder, o.similar.at(0), o.similar.at(1), o.labs});
    }
    const auto folder = c.started / o.folder;
    const bool holds_grades = std::filesystem::is_regular_file(folder / "grades.json");
    if (o.what == grade_what::collected_only && (holds_grades || is_results_folder(folder))) {
        refuse_without_submissions(c, o);
        return run_collect(c, {o.folder});
    }
    return std::nullopt;
}

}  // namespace checker
