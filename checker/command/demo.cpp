#include <fmt/core.h>

#include <array>
#include <cstdio>

#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/command/render_verdict.hpp"

namespace checker {
namespace {

std::string cell(const std::optional<double>& value, std::string (*show)(double)) {
    return value ? show(*value) : "-";
}

std::string ratio(double value) {
    return fmt::format("{:.2f}x", value);
}

std::string percent(double value) {
    return fmt::format("{:.0f} %", value * 100);
}

std::string row_of(const context& c, const std::array<std::string, 7>& cells, style look) {
    constexpr std::array widths = {22, 8, 10, 10, 10, 8, 10};
    std::string line =
        padded(cells[0], widths[0]) + " " + styled(c.out, look, padded(cells[1], widths[1]));
    for (std::size_t i = 2; i < cells.size(); ++i) {
        line +=
            " " + std::string(padded(cells[i], widths[i]).size() - cells[i].size(), ' ') + cells[i];
    }
    return line;
}

void print_head(const context& c) {
    const auto row =
        row_of(c,
               {c.say(phrase("lab")), c.say(phrase("verdict")), c.say(phrase("serial")),
                c.say(phrase("measured")), c.say(phrase("bound")), c.say(phrase("speedup")),
                c.say(phrase("gap closed"))},
               style::plain);
    fmt::print("{}\n", styled(c.out, style::bold, row));
}

void print_row(const context& c, const verdict& v) {
    fmt::print("{}\n", row_of(c,
                              {v.lab, c.say.of(to_text(v.outcome)),
                               cell(v.metrics.serial_ms, milliseconds_text),
                               cell(v.metrics.measured_ms, milliseconds_text),
                               cell(v.metrics.bound_ms, milliseconds_text),
                               cell(v.metrics.speedup, ratio), cell(v.metrics.closed_gap, percent)},
                              v.outcome == status::pass ? style::good : style::bad));
    std::fflush(stdout);
}

// The picture of the lab with the largest speedup tells the most.
const verdict* most_telling(const std::vector<verdict>& all) {
    const verdict* best = nullptr;
    for (const auto& v : all) {
        const bool is_better =
            best == nullptr || v.metrics.speedup.value_or(0) > best->metrics.speedup.value_or(0);
        if (!v.timeline.empty() && is_better) {
            best = &v;
        }
    }
    return best;
}

void print_failures(const context& c, const std::vector<lab_result>& failed) {
    for (const auto& r : failed) {
        fmt::print("\n{}{}", r.compiler_output, render_verdict(r.said, c));
    }
}

}  // namespace

int run_demo(const context& c) {
    const auto all = c.load();
    fmt::print(
        "{}\n\n",
        c.say(phrase("{}: each reference solution through its checker, on the simulated device.",
                     all.title)));
    print_head(c);
    std::vector<verdict> verdicts;
    std::vector<lab_result> failed;
    for (const auto& l : all.labs) {
        auto r = check_lab(c, {&l, source_kind::solution, solution_file(c, l), "h200", 1});
        print_row(c, r.said);
        verdicts.push_back(r.said);
        if (r.said.outcome != status::pass) {
            failed.push_back(std::move(r));
        }
    }
    print_failures(c, failed);
    if (const auto* v = most_telling(verdicts)) {
        fmt::print("\n{}\n\n{}", c.say(phrase("What overlap looks like, {}:", v->lab)),
                   draw_timeline_of(*v, c.root, c.out));
    }
    fmt::print("\n{}\n",
               wrapped(c.say(phrase("serial: one step after the other. bound: what this machine "
                                    "allows. gap closed: how much of the way from serial to the "
                                    "bound the solution went.")),
                       c.out.width, 0));
    if (!all.labs.empty()) {
        const auto& first = all.labs.front();
        fmt::print(
            "\n{}\n",
            c.say(phrase("Now you: read {}, edit lab.cu beside it, then {} check {}",
                         c.page("labs/" + first.name() + "/README.md"), c.command, first.number)));
        fmt::print("{}\n", c.say(phrase("The course text starts at {}. All commands: {} --help",
                                        c.page(all.docs), c.command)));
    }
    return failed.empty() ? exit_with::success : exit_with::failure;
}

}  // namespace checker
