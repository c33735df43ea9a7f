#include <fmt/core.h>

#include "checker/command/grade_hand_over.hpp"
#include "checker/command/lab_choice.hpp"
#include "checker/command/output_file.hpp"
#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/workflow.hpp"

namespace checker {
namespace {

std::string repository_of(const context& c) {
    const auto asked = run_tool({"git", "-C", c.root.string(), "remote", "get-url", "origin"});
    const auto address = asked.output.substr(0, asked.output.find('\n'));
    const auto found =
        asked.status == 0 ? github_repository(address) : std::optional<std::string>();
    return found.value_or(unknown_repository);
}

std::filesystem::path template_in(const context& c) {
    const auto* const name =
        c.speaks == language::chinese ? "overlap-labs.zh-CN.yml" : "overlap-labs.yml";
    return c.root / "checker" / "grading" / "workflow" / name;
}

}  // namespace

int run_workflow_file(const context& c, const workflow_options& o) {
    const auto course = c.load();  // an unknown lab is found here and not in a student's job
    std::string labs;
    for (const auto* l : chosen_labs(c, course, o.labs)) {
        labs += (labs.empty() ? "" : ",") + std::to_string(l->number);
    }
    const auto file = c.started / o.file;
    require_output_file(file, "overlap-labs.yml", {".yml", ".yaml"});
    if (std::filesystem::exists(file)) {
        // Somebody may have put a token into it, and steps of their own.
        throw command_error(exit_with::usage,
                            c.say(phrase("{} is there already. Name a file that is not there yet, "
                                         "or remove that one first.",
                                         c.shown(file))));
    }
    const auto repository = repository_of(c);
    write_atomically(
        file, workflow_for(read_file(template_in(c)), file.filename().string(), repository, labs));
    fmt::print("{}\n", c.say(phrase("{} is written. It belongs into .github/workflows/ of the "
                                    "repository that students start from.",
                                    c.shown(file))));
    if (repository == unknown_repository) {
        fmt::print("{}\n", c.say(phrase("Put the course's own repository on GitHub in the place of "
                                        "{} there: this tree does not know it.",
                                        std::string(unknown_repository))));
    }
    return exit_with::success;
}

}  // namespace checker
