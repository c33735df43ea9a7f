#include <fmt/core.h>

#include "checker/command/grade_hand_over.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/write_formats.hpp"

namespace checker {

int run_collect(const context& c, const collect_options& o) {
    const auto folder = c.started / o.results;
    const auto file = folder / "grades.json";
    if (!std::filesystem::is_regular_file(file)) {
        throw command_error(
            exit_with::usage,
            c.say(phrase("There is no {} yet: it is written when the class is put together. That "
                         "needs its submissions: `{} grade SUBMISSIONS --out {} --collect`.",
                         c.shown(file), c.command, o.results)));
    }
    try {
        const auto graded = graded_class_from_json(read_file(file));
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
    return exit_with::success;
}

}  // namespace checker
