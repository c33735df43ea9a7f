#include <fmt/core.h>

#include "checker/command/grade_hand_over.hpp"
#include "checker/command/grade_trouble.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/points.hpp"
#include "checker/grading/formats/write_formats.hpp"
#include "checker/grading/results_trouble.hpp"

namespace checker {

namespace {

int collect_in(const std::filesystem::path& folder, const context& c, const collect_options& o) {
    const auto file = folder / "grades.json";
    require_files_and_folders(folder);
    if (!std::filesystem::is_regular_file(file)) {
        throw command_error(
            exit_with::usage,
            c.say(phrase("There is no {} yet: it is written when the class is put together. That "
                         "needs its submissions: `{} grade SUBMISSIONS --out {} --collect`.",
                         c.shown(file), c.command, o.results)));
    }
    std::size_t open = 0;
    try {
        const auto graded = graded_class_from_json(read_file(file));
        open = graded.submissions.size() - graded_part(graded).submissions.size();
        write_formats(with_titles_of(graded, c.load()), folder,
                      {wording::in(tag_of(c.speaks)), c.say});
    } catch (const std::invalid_argument& problem) {
        throw command_error(
            exit_with::our_error,
            c.say(phrase("{} cannot be read: {}.", c.shown(file), std::string(problem.what()))));
    }
    fmt::print("{}\n", c.say(phrase("Written anew from grades.json: grades.csv, junit.xml, "
                                    "summary.md, class.html, pages/ and gradescope/ in {}.",
                                    c.shown(folder))));
    if (open > 0) {
        throw command_error(
            exit_with::our_error,
            c.say(phrase("{} of them are not graded yet, as far as grades.json knows. What was "
                         "graded since comes in with the submissions beside it: `{} grade "
                         "SUBMISSIONS --out {} --collect`.",
                         open, c.command, o.results)));
    }
    return exit_with::success;
}

}  // namespace

int run_collect(const context& c, const collect_options& o) {
    const auto folder = (c.started / o.results).lexically_normal();
    return with_results(c, folder, [&] { return collect_in(folder, c, o); });
}

}  // namespace checker
