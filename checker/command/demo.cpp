#include <fmt/core.h>

#include <array>
#include <cstdio>

#include "checker/command/both_devices.hpp"
#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/render_verdict.hpp"
#include "checker/grading/merged_verdict.hpp"
#include "checker/pages/verdict_parts.hpp"

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

void print_head_of_both(const context& c) {
    const auto row =
        row_of(c,
               {c.say(phrase("lab")), c.say(phrase("verdict")), c.say(phrase("predicted")),
                c.say(phrase("measured")), c.say(phrase("ratio")), c.say(phrase("gap: sim")),
                c.say(phrase("gap: GPU"))},
               style::plain);
    fmt::print("{}\n", styled(c.out, style::bold, row));
}

void print_row_of_both(const context& c, const verdict& sim, const verdict& gpu) {
    std::optional<double> share;
    if (sim.metrics.speedup && gpu.metrics.speedup && *gpu.metrics.speedup > 0) {
        share = *sim.metrics.speedup / *gpu.metrics.speedup;
    }
    fmt::print(
        "{}\n",
        row_of(c,
               {gpu.lab, c.say.of(to_text(gpu.outcome)), cell(sim.metrics.speedup, ratio),
                cell(gpu.metrics.speedup, ratio),
                cell(share, [](double value) { return fmt::format("{:.3f}", value); }),
                cell(sim.metrics.closed_gap, percent), cell(gpu.metrics.closed_gap, percent)},
               gpu.outcome == status::pass ? style::good : style::bad));
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

int run_demo(const context& c, const demo_options& o) {
    const auto all = c.load();
    auto solved = all.labs;
    std::erase_if(solved, [&](const lab& l) { return !has_solution(c, l); });
    if (solved.empty()) {
        throw command_error(exit_with::usage,
                            c.say(phrase("The demo runs the solutions, which this copy of the "
                                         "course does not have. Your own files: {} check 1",
                                         c.command)));
    }
    const bool on_gpu = o.device != "sim";
    const auto profile = checked_profile(c, o.profile);
    const auto gpus = on_gpu ? find_gpus() : gpus_here{};
    if (on_gpu) {
        if (const auto why = why_no_gpu_programs(c)) {
            throw command_error(exit_with::inconclusive, *why);
        }
        if (gpus.names.empty()) {
            throw command_error(exit_with::inconclusive,
                                c.say(phrase("No GPU: {}. The simulated device needs none: {} demo",
                                             gpus.problem, c.command)));
        }
        make_gpu_parts(c);
    }
    const words where = !on_gpu              ? phrase("the simulated device")
                        : o.device == "both" ? phrase("the simulated device (profile {}) and {}",
                                                      o.profile, gpus.names.front())
                                             : words(gpus.names.front());
    fmt::print("{}\n\n", c.say(phrase("{}: each reference solution through its checker, on {}.",
                                      all.title, where)));
    if (o.device == "both") {
        print_head_of_both(c);
    } else {
        print_head(c);
    }
    std::vector<verdict> verdicts;
    std::vector<lab_result> failed;
    for (const auto& l : solved) {
        const lab_job job{&l, source_kind::solution, solution_file(c, l), profile, 1};
        lab_result r;
        if (o.device == "both") {
            auto simulated = job;
            simulated.sizes_of_gpu = true;
            auto on_gpus = job;
            on_gpus.device = "gpu";
            auto both = check_both(c, simulated, on_gpus);
            both.gpu.said = merged(both.gpu.said, both.sim.said, l);
            print_row_of_both(c, both.sim.said, both.gpu.said);
            r = std::move(both.sim.said.outcome == status::pass ? both.gpu : both.sim);
        } else {
            r = on_gpu ? check_on_gpu(c, job) : check_lab(c, job);
            print_row(c, r.said);
        }
        verdicts.push_back(r.said);
        if (r.said.outcome != status::pass) {
            failed.push_back(std::move(r));
        }
    }
    print_failures(c, failed);
    if (const auto* v = most_telling(verdicts)) {
        fmt::print("\n{}\n\n{}", c.say(phrase("What overlap looks like, {}:", v->lab)),
                   draw_timeline_of(*v, c.root, c.out, wording::in(tag_of(c.speaks))));
    }
    if (o.device == "both") {
        fmt::print("\n{}",
                   wrapped(c.say(phrase("predicted, measured: the speedup over the serial time, on "
                                        "the simulated device and on the GPU.")),
                           c.out.width, 0));
    }
    fmt::print("\n{}\n",
               wrapped(c.say(phrase("serial: one step after the other. bound: what this machine "
                                    "allows. gap closed: how much of the way from serial to the "
                                    "bound the solution went.")),
                       c.out.width, 0));
    fmt::print("\n{}\n", c.say(phrase("All of it as one page for a browser: {} report --solution",
                                      c.command)));
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
