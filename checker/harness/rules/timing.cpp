#include "checker/harness/rules/timing.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <iterator>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/asked_time.hpp"
#include "checker/harness/rules/right_time.hpp"

namespace checker {
namespace {

/// Two records with a run of the stage between them, and nothing else; in whatever streams.
bool has_pair_of_its_own(const measured_stage& stage) {
    bool is_begun = false;
    bool has_run = false;
    for (const auto& op : stage.recorded.operations) {
        if (op.kind == op_kind::event_record) {
            if (has_run) {
                return true;
            }
            is_begun = true;
        } else if (is_device_work(op)) {
            is_begun = is_begun && op.kind == stage.kind;
            has_run = is_begun;
        }
    }
    return false;
}

/// The time was asked for while the device was not there yet.
std::optional<finding> asked_too_early(const measured_stage& stage) {
    const auto records =
        pick(stage.recorded, [](const operation& op) { return op.kind == op_kind::event_record; });
    const auto asked = pick(stage.recorded, [&](const operation& op) {
        const auto is_still_to_come = [&](const operation& record) {
            return record.id < op.id && record.end > op.end;
        };
        return op.name == "cudaEventElapsedTime" &&
               std::any_of(records.begin(), records.end(), is_still_to_come);
    });
    if (asked.empty() || stage.reported_ms > 0) {
        return std::nullopt;
    }
    return about("error-ignored/not-ready", stage, asked);
}

/// Copies that are smaller or larger than the block. Those that go before, to warm up, may be.
std::optional<finding> of_other_size(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    const auto counted = std::min<std::size_t>(runs.size(), stage.runs);
    std::vector<operation> wrong;
    std::copy_if(runs.end() - static_cast<std::ptrdiff_t>(counted), runs.end(),
                 std::back_inserter(wrong), [&](const operation& op) {
                     return stage.size.value > 0 && op.size.value != stage.size.value;
                 });
    if (wrong.empty()) {
        return std::nullopt;
    }
    auto found = about("wrong-result/size-of-the-copy", stage, wrong);
    found.arguments["copied"] = std::to_string(wrong.front().size.value);
    found.arguments["size"] = std::to_string(stage.size.value);
    return found;
}

/// Runs that are over sooner than those of what is asked for can be.
std::optional<finding> of_less_work(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    const auto counted = std::min<std::size_t>(runs.size(), stage.runs);
    std::vector<operation> short_ones;
    std::copy_if(runs.end() - static_cast<std::ptrdiff_t>(counted), runs.end(),
                 std::back_inserter(short_ones), [&](const operation& op) {
                     return ms_of(op) < stage.least_ms * (1 - allowed_deviation);
                 });
    if (short_ones.empty()) {
        return std::nullopt;
    }
    auto found = about("wrong-result/less-work", stage, short_ones);
    found.arguments["took"] = fmt::format("{:.4g}", ms_of(short_ones.front()));
    found.arguments["least"] = fmt::format("{:.4g}", stage.least_ms);
    return found;
}

/// An honest time in another unit, or of all runs, or divided once too often.
std::optional<finding> wrong_scale(const measured_stage& stage) {
    const double ratio = stage.reported_ms / recorded_ms(stage);
    struct scale {
        double ratio;
        const char* text;
    };
    const double runs = stage.runs;
    const std::array scales = {
        scale{1e3, "wrong-result/microseconds"}, scale{1e-3, "wrong-result/seconds"},
        scale{runs, "wrong-result/not-divided"}, scale{runs + 1, "wrong-result/not-divided"},
        scale{1 / runs, "wrong-result/divided-twice"}};
    for (const auto& each : scales) {
        if (!is_about(each.ratio, 1) && is_about(ratio, each.ratio)) {
            return about(each.text, stage);
        }
    }
    return std::nullopt;
}

std::vector<operation> times_asked_for(const timeline::recording& recorded) {
    return pick(recorded, [](const operation& op) { return op.name == "cudaEventElapsedTime"; });
}

/// Other work between two marks, too little of it to make the time wrong.
bool is_time_between_marks(const measured_stage& stage) {
    const auto asked = asked_for(stage);
    return asked && is_about(stage.reported_ms, asked->ms() / stage.runs);
}

/// A time that no events can tell: it is the host's.
finding by_the_host(const measured_stage& stage) {
    const bool was_asked = !times_asked_for(stage.recorded).empty();
    auto found = about("timed-by-the-host", stage, runs_of(stage));
    found.arguments["evidence"] = was_asked
                                      ? phrase("no two events were recorded around its runs alone")
                                      : phrase("cudaEventElapsedTime was never called");
    return found;
}

/// The time of its runs and of other work, less a time that another pair of events told.
bool is_what_is_left(const measured_stage& stage) {
    const auto all = asked_times(stage.recorded);
    return std::any_of(all.begin(), all.end(), [&](const asked_time& whole) {
        return !runs_between(stage, whole).empty() &&
               std::any_of(all.begin(), all.end(), [&](const asked_time& part) {
                   return is_about(stage.reported_ms, (whole.ms() - part.ms()) / stage.runs);
               });
    });
}

/// Whether two events can have told a right time.
bool can_be_from_events(const measured_stage& stage) {
    return !times_asked_for(stage.recorded).empty() &&
           (has_pair_of_its_own(stage) || is_time_between_marks(stage) || is_what_is_left(stage));
}

/// The host's calls that took much longer than the others of their kind.
std::optional<operation> slow_first_call(const measured_stage& stage, std::string_view name) {
    const auto calls = pick(stage.recorded, [&](const operation& op) {
        return is_on_host(op) && op.kind == op_kind::api_call && (name.empty() || op.name == name);
    });
    constexpr int much = 5;
    for (const auto& op : calls) {
        const auto is_usual = [&](const operation& other) {
            return other.name == op.name && (op.end - op.start) > much * (other.end - other.start);
        };
        if (name.empty() ? &op == &calls.front()
                         : std::any_of(calls.begin(), calls.end(), is_usual)) {
            return op;
        }
    }
    return std::nullopt;
}

/// A time that is too long by what the host does only once.
std::optional<finding> first_use(const measured_stage& stage) {
    const double excess = (stage.reported_ms - recorded_ms(stage)) * stage.runs;
    // Most of it, as the mean may have been taken of one run more.
    const auto explains = [&](const std::optional<operation>& call) {
        return call && ms_of(*call) > 0.01 && excess > 0.5 * ms_of(*call);
    };
    const auto told = [&](const std::string& text, const operation& call) {
        auto found = about(text, stage, {call});
        found.arguments["call"] = call.name;
        found.arguments["ms"] = fmt::format("{:.3g}", ms_of(call));
        return found;
    };
    const auto first = slow_first_call(stage, {});
    if (explains(first)) {
        return told("first-use-in-timing/context", *first);
    }
    const auto load = slow_first_call(stage, "cudaLaunchKernel");
    if (stage.kind == op_kind::kernel && explains(load)) {
        return told("no-warm-up/first-launch", *load);
    }
    return std::nullopt;
}

/// A wrong time, and which two events it was asked of is known.
finding wrong_by_its_marks(const measured_stage& stage, const asked_time& asked) {
    if (auto marks = wrong_marks(stage, asked)) {
        return *marks;
    }
    if (auto early = asked_too_early(stage)) {
        return *early;
    }
    if (auto number = wrong_number_of_runs(stage, asked)) {
        return *number;
    }
    if (auto scale = wrong_scale(stage)) {
        return *scale;
    }
    if (auto once = first_use(stage)) {
        return *once;
    }
    return wrong_between(stage, asked);
}

/// A wrong time that was not asked of any events.
finding wrong_by_the_host(const measured_stage& stage) {
    if (auto scale = wrong_scale(stage)) {
        return *scale;
    }
    if (stage.reported_ms < recorded_ms(stage)) {
        return about("timed-the-launch/host-clock", stage, runs_of(stage));
    }
    auto once = first_use(stage);
    return once ? *once : by_the_host(stage);
}

/// A right time, but not the mean that was asked for.
std::optional<finding> too_few_runs(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    if (runs.size() >= stage.runs) {
        return std::nullopt;
    }
    auto found = about("wrong-result/too-few-runs", stage, runs);
    found.arguments["ran"] = times_of(runs.size());
    return found;
}

}  // namespace

std::optional<finding> wrong_time(const measured_stage& stage) {
    if (runs_of(stage).empty()) {
        return about("missing-output/stage", stage);
    }
    if (std::isnan(stage.reported_ms)) {
        return about("missing-output/figure", stage);
    }
    if (auto size = of_other_size(stage)) {
        return size;
    }
    if (auto less = of_less_work(stage)) {
        return less;
    }
    // Where a run or two took longer, the mean lies above the median: either will do.
    if (is_about(stage.reported_ms, recorded_ms(stage)) ||
        is_about(stage.reported_ms, median_ms(stage))) {
        if (auto too_few = too_few_runs(stage)) {
            return too_few;
        }
        return can_be_from_events(stage) ? not_of_the_events(stage)
                                         : std::optional(by_the_host(stage));
    }
    const auto asked = asked_for(stage);
    return asked ? wrong_by_its_marks(stage, *asked) : wrong_by_the_host(stage);
}

std::optional<finding> too_few_from_events(const timeline::recording& recorded, std::size_t times) {
    const auto asked = times_asked_for(recorded);
    if (asked.size() >= times) {
        return std::nullopt;
    }
    return finding{"timed-by-the-host/some",
                   {{"asked", times_of(asked.size())}, {"times", std::to_string(times)}},
                   known_places(asked)};
}

}  // namespace checker
