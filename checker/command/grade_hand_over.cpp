#include "checker/command/grade_hand_over.hpp"

#include "checker/grading/results_folder.hpp"

namespace checker {

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
        return run_collect(c, {o.folder});
    }
    return std::nullopt;
}

}  // namespace checker
