#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>

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

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The chart of a lab that compares many runs, as its checker drew it; empty for other labs.
std::string sweep_of(const std::filesystem::path& folder, const terminal& how) {
    const auto chart = text_of(folder / "sweep.txt");
    if (how.has_unicode) {
        return chart;
    }
    // Blocks become "#", the narrower ones at the end of a bar are left out.
    std::string plain;
    for (std::size_t i = 0; i < chart.size(); ++i) {
        if (static_cast<unsigned char>(chart[i]) < 0x80) {
            plain += chart[i];
        } else if (chart.compare(i, 3, "\u2588") == 0) {
            plain += '#';
            i += 2;
        } else {
            plain += ' ';
            i += 2;
        }
    }
    return plain;
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
        fmt::print("{}\n", c.say(phrase("{} was not drawn: its check ended before anything was "
                                        "recorded. What is wrong: {} check {}",
                                        c.shown(job.source), c.command, l.number)));
        return exit_with::failure;
    }
    terminal how = c.out;
    if (!o.output.empty()) {
        how.colours = colouring::none;
        how.has_unicode = true;
    }
    const auto folder = run_folder(c, job);
    const auto sweep = sweep_of(folder, how);
    if (!sweep.empty() && std::filesystem::path(o.output).extension() == ".svg") {
        write_atomically(c.started / o.output, text_of(folder / "sweep.svg"));
        return exit_with::success;
    }
    const auto picture = draw_timeline_of(checked.said, c.root, how) +
                         (sweep.empty() ? std::string() : "\n" + sweep);
    if (o.output.empty()) {
        fmt::print("{}", picture);
        if (!sweep.empty()) {
            fmt::print("\n{}\n", c.say(phrase("The sweep as a file for a browser: {} timeline {} "
                                              "-o sweep.svg",
                                              c.command, l.number)));
        }
    } else {
        write_atomically(c.started / o.output, picture);
    }
    return exit_with::success;
}

}  // namespace checker
