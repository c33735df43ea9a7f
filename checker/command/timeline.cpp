#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker {

int run_timeline(const context& c, const timeline_options& o) {
    const auto all = c.load();
    const auto& l = all.find(o.lab);
    lab_job job{&l, o.source, {}, "h200", 1};
    job.source = o.source == source_kind::solution ? solution_file(c, l) : learners_file(c, l);

    // A check takes about a second, and a picture of an older version of the file would mislead.
    const auto checked = check_lab(c, job);
    if (checked.said.timeline.empty()) {
        fmt::print(
            "{} was not drawn: its check ended before anything was recorded. What is wrong: "
            "{} check {}\n",
            c.shown(job.source), c.command, l.number);
        return exit_with::failure;
    }
    terminal how = c.out;
    if (!o.output.empty()) {
        how.colours = colouring::none;
        how.has_unicode = true;
    }
    const auto picture = draw_timeline_of(checked.said, c.root, how);
    if (o.output.empty()) {
        fmt::print("{}", picture);
    } else {
        write_atomically(c.started / o.output, picture);
    }
    return exit_with::success;
}

}  // namespace checker
