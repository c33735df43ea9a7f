#include <fmt/core.h>

#include <filesystem>

#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker {

namespace {

/// A picture replaces an older picture, and nothing else.
void require_picture_file(const std::filesystem::path& file) {
    const auto name = file.string();
    if (std::filesystem::is_directory(file)) {
        throw command_error(exit_with::usage,
                            fmt::format("{} is a folder; name a file in it, such as "
                                        "{}/timeline.txt.",
                                        name, name));
    }
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
        throw command_error(exit_with::usage,
                            fmt::format("{} is no ordinary file. To send the picture elsewhere, "
                                        "leave out -o and redirect the output.",
                                        name));
    }
    if (file.extension() == ".cu" || file.extension() == ".hpp" || file.extension() == ".cpp") {
        throw command_error(
            exit_with::usage,
            fmt::format("{} would be overwritten by a picture; name another file.", name));
    }
    if (!std::filesystem::exists(std::filesystem::absolute(file).parent_path())) {
        throw command_error(exit_with::usage,
                            fmt::format("The folder of {} does not exist.", name));
    }
}

}  // namespace

int run_timeline(const context& c, const timeline_options& o) {
    if (!o.output.empty()) {
        require_picture_file(c.started / o.output);
    }
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
