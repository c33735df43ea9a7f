#include "checker/harness/rules/timing.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <iterator>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/asked_time.hpp"
#include "checker/harness/rules/timing_marks.hpp"

namespace checker {
namespace {

double median_ms(const measured_stage& stage) {
    std::vector<double> times;
    for (const auto& op : runs_of(stage)) {
        times.push_back(ms_of(op));
    }
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times[times.size() / 2];
}

/// The time was asked for while the device was not there yet.
std::optional<finding> asked_too_early(const measured_stage& stage) {
    const auto records = records_of(stage);
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

/// Events that are reached when another stream gets there than that of the work.
std::optional<finding> on_other_stream(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    const auto of_work = runs.front().stream;
    const auto records = records_of(stage);
    auto elsewhere = pick(stage.recorded, [&](const operation& op) {
        return op.kind == op_kind::event_record && op.stream != of_work;
    });
    const bool are_all = !elsewhere.empty() && elsewhere.size() == records.size();
    if (!are_all) {
        elsewhere = records_beside_the_work(stage);
    }
    if (elsewhere.empty()) {
        return std::nullopt;
    }
    constexpr timeline::stream_id legacy = 0;
    auto found = !are_all            ? about("events-on-other-stream/some", stage, elsewhere)
                 : of_work == legacy ? about("events-on-other-stream/work", stage, runs)
                                     : about("events-on-other-stream/records", stage, elsewhere);
    found.arguments["events"] = stream_name(elsewhere.front().stream);
    found.arguments["work"] = stream_name(of_work);
    return found;
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
std::optional<finding> not_from_events(const measured_stage& stage) {
    const bool was_asked = !times_asked_for(stage.recorded).empty();
    if (was_asked && (has_pair_of_its_own(stage) || is_time_between_marks(stage))) {
        return std::nullopt;
    }
    auto found = about("timed-by-the-host", stage, runs_of(stage));
    found.arguments["evidence"] = was_asked
                                      ? phrase("no two events were recorded around its runs alone")
                                      : phrase("cudaEventElapsedTime was never called");
    return found;
}

finding too_short(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    const auto records = records_of(stage);
    if (records.empty()) {
        return about("timed-the-launch/host-clock", stage, runs);
    }
    if (auto elsewhere = on_other_stream(stage)) {
        return *elsewhere;
    }
    const bool is_around = has_marks_around(stage) && !has_nothing_between(stage);
    return about(is_around ? "wrong-result/time" : "timed-the-launch/nothing-between", stage,
                 records);
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

finding too_long(const measured_stage& stage) {
    if (auto clock = not_from_events(stage)) {
        return *clock;
    }
    if (auto elsewhere = on_other_stream(stage)) {
        return *elsewhere;
    }
    return about("wrong-result/time", stage, records_of(stage));
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
    // Where a run or two took longer, the mean lies above the median: either will do.
    if (is_about(stage.reported_ms, recorded_ms(stage)) ||
        is_about(stage.reported_ms, median_ms(stage))) {
        auto too_few = too_few_runs(stage);
        return too_few ? too_few : not_from_events(stage);
    }
    if (const auto asked = asked_for(stage)) {
        return wrong_by_its_marks(stage, *asked);
    }
    if (auto early = asked_too_early(stage)) {
        return early;
    }
    if (auto scale = wrong_scale(stage)) {
        return scale;
    }
    if (stage.reported_ms < recorded_ms(stage)) {
        return too_short(stage);
    }
    auto once = first_use(stage);
    return once ? once : too_long(stage);
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
