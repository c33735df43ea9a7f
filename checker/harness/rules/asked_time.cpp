#include "checker/harness/rules/asked_time.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"

namespace checker {
namespace {

/// Work in the legacy default stream and in blocking streams is in order: marks in one of them
/// stand for work in the other.
bool keep_order(const timeline::recording& recorded, timeline::stream_id a, timeline::stream_id b) {
    const auto is_blocking = [&](timeline::stream_id id) {
        const auto found = std::find_if(recorded.streams.begin(), recorded.streams.end(),
                                        [&](const timeline::stream_info& s) { return s.id == id; });
        return found != recorded.streams.end() && !found->non_blocking;
    };
    return a == b || (a == 0 && is_blocking(b)) || (b == 0 && is_blocking(a));
}

/// Work that was issued between the two marks and is in order with them.
std::vector<operation> between(const measured_stage& stage, const asked_time& asked) {
    return pick(stage.recorded, [&](const operation& op) {
        return (is_device_work(op) || op.kind == op_kind::host_function) && asked.holds(op) &&
               keep_order(stage.recorded, op.stream, asked.from.stream);
    });
}

std::optional<finding> of_one_event(const measured_stage& stage, const asked_time& asked) {
    return asked.is_of_one_event()
               ? std::optional(about("wrong-result/one-event", stage, {asked.call}))
               : std::nullopt;
}

std::optional<finding> blocking_runs(const measured_stage& stage, const asked_time& asked) {
    const auto blocking = pick(stage.recorded, [&](const operation& op) {
        return op.kind == stage.kind && is_transfer(op) && !is_async(op) && asked.holds(op);
    });
    if (blocking.empty()) {
        return std::nullopt;
    }
    auto found = about("wrong-result/blocking-between", stage, blocking);
    found.arguments["call"] = blocking.front().name;
    return found;
}

std::optional<finding> in_another_stream(const measured_stage& stage, const asked_time& asked) {
    const auto work = runs_of(stage).front().stream;
    const auto is_elsewhere = [&](const operation& record) {
        return !keep_order(stage.recorded, record.stream, work);
    };
    const bool first = is_elsewhere(asked.from);
    const bool second = is_elsewhere(asked.to);
    if (!first && !second) {
        return std::nullopt;
    }
    const auto& wrong = first ? asked.from : asked.to;
    const bool both = first && second && asked.from.stream == asked.to.stream;
    constexpr timeline::stream_id legacy = 0;
    if (both && work == legacy) {
        auto found = about("events-on-other-stream/work", stage, runs_of(stage));
        found.arguments["events"] = stream_name(wrong.stream);
        found.arguments["work"] = stream_name(work);
        return found;
    }
    auto found = about(both ? "events-on-other-stream/records" : "events-on-other-stream/one",
                       stage, both ? std::vector{asked.from, asked.to} : std::vector{wrong});
    found.arguments["which"] = first ? phrase("The first event") : phrase("The second event");
    found.arguments["events"] = stream_name(wrong.stream);
    found.arguments["work"] = stream_name(work);
    return found;
}

std::optional<finding> exchanged(const measured_stage& stage, const asked_time& asked) {
    if (!asked.is_backwards() || stage.reported_ms >= 0) {
        return std::nullopt;
    }
    return about("wrong-result/exchanged", stage, {asked.to, asked.from, asked.call});
}

std::optional<finding> nothing_between(const measured_stage& stage, const asked_time& asked) {
    if (!runs_between(stage, asked).empty()) {
        return std::nullopt;
    }
    return about("timed-the-launch/nothing-between", stage, {asked.from, asked.to});
}

/// A copy's name alone does not tell it from the runs of the stage.
words other_work_name(const operation& op) {
    switch (op.kind) {
        case op_kind::copy_h2d:
            return phrase("an upload ({})", op.name);
        case op_kind::copy_d2h:
            return phrase("a download ({})", op.name);
        case op_kind::kernel:
            return phrase("the kernel {}", op.name);
        case op_kind::host_function:
            return phrase("a host function");
        default:
            return op.name;
    }
}

std::optional<finding> other_work(const measured_stage& stage, const asked_time& asked) {
    auto others = between(stage, asked);
    std::erase_if(others, [&](const operation& op) { return op.kind == stage.kind; });
    if (others.empty()) {
        return std::nullopt;
    }
    const auto& first = others.front();
    const auto same = std::count_if(others.begin(), others.end(), [&](const operation& op) {
        return op.kind == first.kind && op.name == first.name;
    });
    auto found = about("wrong-result/other-work", stage, {asked.from, first, asked.to});
    found.arguments["work"] = other_work_name(first);
    found.arguments["times"] = times_of(static_cast<std::size_t>(same));
    return found;
}

/// The calls between the marks during which the host issues nothing: those of the name that took
/// the longest in all.
std::vector<operation> holding_calls(const measured_stage& stage, const asked_time& asked) {
    std::map<std::string, std::vector<operation>> by_name;
    for (const auto& op : stage.recorded.operations) {
        const bool holds_up =
            op.kind == op_kind::host_wait || is_allocation(op) || op.name.ends_with("Query");
        if (is_on_host(op) && holds_up && asked.holds(op)) {
            by_name[op.name].push_back(op);
        }
    }
    const auto longest = std::max_element(
        by_name.begin(), by_name.end(),
        [](const auto& a, const auto& b) { return total_ms(a.second) < total_ms(b.second); });
    return longest == by_name.end() ? std::vector<operation>{} : longest->second;
}

}  // namespace

bool asked_time::holds(const operation& op) const {
    const auto [first, last] = std::minmax(from.id, to.id);
    return op.id > first && op.id < last;
}

double asked_time::ms() const {
    return std::abs(timeline::to_ms(to.end - from.end));
}

std::vector<asked_time> asked_times(const timeline::recording& recorded) {
    std::vector<asked_time> all;
    std::map<std::uint64_t, operation> newest;
    for (const auto& op : recorded.operations) {
        if (op.kind == op_kind::event_record) {
            newest[op.event] = op;
        } else if (op.since_event != 0 && newest.contains(op.since_event) &&
                   newest.contains(op.event)) {
            all.push_back({op, newest[op.since_event], newest[op.event]});
        }
    }
    return all;
}

std::optional<asked_time> asked_for(const measured_stage& stage) {
    const auto runs = runs_of(stage);
    const auto all = asked_times(stage.recorded);
    const auto has_run_between = [&](const asked_time& asked) {
        return std::any_of(runs.begin(), runs.end(),
                           [&](const operation& run) { return asked.holds(run); });
    };
    const auto after_the_runs = std::find_if(all.begin(), all.end(), [&](const asked_time& asked) {
        return !runs.empty() && asked.call.id > runs.back().id;
    });
    if (after_the_runs != all.end() && has_run_between(*after_the_runs)) {
        return *after_the_runs;
    }
    const auto around = std::find_if(all.begin(), all.end(), has_run_between);
    if (around != all.end()) {
        return *around;
    }
    return after_the_runs != all.end() ? std::optional(*after_the_runs) : std::nullopt;
}

bool is_of_other_work_too(const measured_stage& stage, const asked_time& asked) {
    const auto all = between(stage, asked);
    return std::any_of(all.begin(), all.end(),
                       [&](const operation& op) { return op.kind != stage.kind; });
}

std::vector<operation> runs_between(const measured_stage& stage, const asked_time& asked) {
    auto all = between(stage, asked);
    std::erase_if(all, [&](const operation& op) { return op.kind != stage.kind; });
    return all;
}

std::optional<finding> wrong_marks(const measured_stage& stage, const asked_time& asked) {
    for (const auto wrong :
         {of_one_event, blocking_runs, in_another_stream, exchanged, nothing_between, other_work}) {
        if (auto found = wrong(stage, asked)) {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<finding> wrong_number_of_runs(const measured_stage& stage, const asked_time& asked) {
    const auto runs = runs_between(stage, asked);
    const double divided_by_runs = asked.ms() / stage.runs;
    if (runs.size() == stage.runs || !is_about(stage.reported_ms, divided_by_runs)) {
        return std::nullopt;
    }
    auto found = about("wrong-result/runs-between", stage, {asked.from, asked.to});
    found.arguments["between"] = times_of(runs.size());
    return found;
}

finding wrong_between(const measured_stage& stage, const asked_time& asked) {
    const auto runs = runs_between(stage, asked);
    const double idle = asked.ms() - total_ms(runs);
    const auto told = [&](const std::string& text, const std::vector<operation>& where) {
        auto found = about(text, stage, where);
        found.arguments["between"] = times_of(runs.size());
        found.arguments["elapsed"] = fmt::format("{:.4g}", asked.ms());
        found.arguments["idle"] = fmt::format("{:.3g}", idle);
        return found;
    };
    if (idle <= allowed_deviation * total_ms(runs)) {
        return told("wrong-result/reckoned", {asked.call});
    }
    const auto calls = holding_calls(stage, asked);
    if (calls.empty()) {
        return told("wrong-result/idle-between", {asked.from, asked.to});
    }
    auto found = told(is_allocation(calls.front()) ? "wrong-result/allocation-between"
                                                   : "wrong-result/wait-between",
                      calls);
    found.arguments["call"] = calls.front().name;
    found.arguments["times"] = times_of(calls.size());
    return found;
}

std::optional<finding> marks_without_time(const timeline::recording& recorded) {
    const auto all = asked_times(recorded);
    if (all.empty()) {
        return std::nullopt;
    }
    const auto& asked = all.back();
    if (!keep_order(recorded, asked.from.stream, asked.to.stream)) {
        return finding{
            "events-on-other-stream/no-time",
            {{"first", stream_name(asked.from.stream)}, {"second", stream_name(asked.to.stream)}},
            known_places({asked.from, asked.to})};
    }
    if (asked.is_backwards()) {
        return finding{
            "call-failed/exchanged", {}, known_places({asked.to, asked.from, asked.call})};
    }
    return std::nullopt;
}

}  // namespace checker
