#include "checker/command/draw_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "checker/harness/timeline_file.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/terminal.hpp"

namespace checker {
namespace {

using timeline::operation;

bool is_on_host(const operation& op) {
    return op.stream == timeline::host_lane;
}

/// Pinning memory is a cost that a picture must show; making a stream is not.
bool is_worth_drawing(const operation& op) {
    return op.kind != timeline::op_kind::api_call || op.name.find("Host") != std::string::npos;
}

/// Without the calls before the one that started the first device work and after the end of the
/// last, as far as they only make and destroy things.
timeline::recording without_setup(timeline::recording recorded) {
    const auto is_work = [](const operation& op) {
        return timeline::engine_of(op.kind).has_value();
    };
    auto& all = recorded.operations;
    const auto first = std::find_if(all.begin(), all.end(), is_work);
    if (first == all.end()) {
        return recorded;
    }
    auto begin = first->start;
    auto end = first->end;
    for (const auto& op : all) {
        if (is_work(op)) {
            end = std::max(end, op.end);
        } else if (is_on_host(op) && op.correlation == first->correlation) {
            begin = std::min(begin, op.start);
        }
    }
    std::erase_if(all, [&](const operation& op) {
        return is_on_host(op) && !is_worth_drawing(op) && (op.end <= begin || op.start >= end);
    });
    return recorded;
}

/// From the first work on, the host's included, for as long as the verdict says that it took: in
/// some labs what the host does is part of the job.
timeline::interval measured_in(const timeline::recording& recorded, double ms) {
    constexpr timeline::nanoseconds a_look{1000};
    std::optional<timeline::nanoseconds> start;
    for (const auto& op : recorded.operations) {
        const bool host_computes =
            op.kind == timeline::op_kind::host_work && op.end - op.start >= a_look;
        if (timeline::engine_of(op.kind) || host_computes) {
            start = std::min(start.value_or(op.start), op.start);
        }
    }
    const timeline::nanoseconds begin = start.value_or(timeline::nanoseconds{0});
    return {begin, begin + timeline::nanoseconds{std::llround(1e6 * ms)}};
}

/// Where a lab has several jobs, each is compared with its own baseline: the recording before it
/// that is called "..., in turn".
void compare_with_own_baseline(std::vector<timeline::panel>& panels) {
    std::optional<timeline::nanoseconds> baseline;
    for (auto& each : panels) {
        const auto elapsed = timeline::measure_overlap(each.recorded).elapsed();
        if (each.title.ends_with(", in turn")) {
            baseline = elapsed;
            each.note = "one step after the other";
        } else if (baseline && elapsed.count() > 0) {
            each.note = fmt::format("{:.2f}x as fast", timeline::share_of(*baseline, elapsed));
        }
    }
}

}  // namespace

std::string draw_timeline_of(const verdict& v, const std::filesystem::path& root,
                             const terminal& t) {
    auto recordings = read_timeline(root / v.timeline);
    std::vector<timeline::panel> panels;
    for (auto& one : recordings) {
        one.recorded = without_setup(std::move(one.recorded));
        panels.push_back({one.title, one.recorded, {}});
    }
    if (panels.size() == 2 && v.metrics.speedup) {
        panels.back().note = fmt::format("{:.2f}x as fast", *v.metrics.speedup);
        panels.front().measured =
            measured_in(panels.front().recorded, v.metrics.serial_ms.value_or(0));
        panels.back().measured =
            measured_in(panels.back().recorded, v.metrics.measured_ms.value_or(0));
    }
    compare_with_own_baseline(panels);
    timeline::drawing_options options;
    options.width = t.width;
    options.characters = t.has_unicode ? timeline::charset::unicode : timeline::charset::ascii;
    options.colours =
        t.colours == colouring::ansi ? timeline::colouring::ansi : timeline::colouring::none;
    return timeline::draw(panels, options);
}

}  // namespace checker
