#include <fmt/core.h>

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

constexpr const char* row_form = "{:<22} {} {:>10} {:>10} {:>10} {:>8} {:>10}\n";

void print_head(const context& c) {
    fmt::print("{}", styled(c.out, style::bold,
                            fmt::format(row_form, "lab", "verdict ", "serial", "measured", "bound",
                                        "speedup", "gap closed")));
}

void print_row(const context& c, const verdict& v) {
    const auto word = fmt::format("{:<8}", to_text(v.outcome));
    const auto look = v.outcome == status::pass ? style::good : style::bad;
    fmt::print(
        row_form, v.lab, styled(c.out, look, word), cell(v.metrics.serial_ms, milliseconds_text),
        cell(v.metrics.measured_ms, milliseconds_text), cell(v.metrics.bound_ms, milliseconds_text),
        cell(v.metrics.speedup, ratio), cell(v.metrics.closed_gap, percent));
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
    fmt::print("{}: each reference solution through its checker, on the simulated device.\n\n",
               all.title);
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
        fmt::print("\nWhat overlap looks like, {}:\n\n{}", v->lab,
                   draw_timeline_of(*v, c.root, c.out));
    }
    fmt::print(
        "\nserial: one step after the other. bound: what this machine allows. gap closed: "
        "how much\nof the way from serial to the bound the solution went.\n");
    fmt::print("\nAll of it as one page for a browser: {} report --solution\n", c.command);
    if (!all.labs.empty()) {
        const auto& first = all.labs.front();
        fmt::print("\nNow you: read labs/{}/README.md, edit lab.cu beside it, then {} check {}\n",
                   first.name(), c.command, first.number);
        fmt::print("The course text starts at {}. All commands: {} --help\n", all.docs, c.command);
    }
    return failed.empty() ? exit_with::success : exit_with::failure;
}

}  // namespace checker
