#include "checker/harness/attempt.hpp"

#include <algorithm>
#include <exception>

#include "checker/harness/asked_wrongly.hpp"
#include "checker/harness/crash_guard.hpp"
#include "checker/harness/leaks.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/refused_calls.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {
namespace {

void call(attempt& run, const std::function<cudaError_t()>& learner) {
    const crash_guard guard;
    try {
        run.returned = learner();
    } catch (const asked_wrongly& e) {
        run.exception = e.what();
        run.misuse = e.mistake();
    } catch (const std::exception& e) {
        run.exception = e.what();
    } catch (...) {
        run.exception = "(not a std::exception)";
    }
}

/// One call in the wrong stream has no order with what comes before it nor with what comes after
/// it: races that meet in a line are one mistake until the first of them is mended.
bool shares_a_place(const device_defect& d, const std::vector<finding>& told) {
    const auto holds_any_of = [&](const finding& other) {
        return std::any_of(d.where.begin(), d.where.end(), [&](const auto& place) {
            return std::find(other.where.begin(), other.where.end(), place) != other.where.end();
        });
    };
    return d.id.starts_with("race-") && std::any_of(told.begin(), told.end(), holds_any_of);
}

/// Whoever frees in each turn is not to wait in each turn: the call that frees, if it is one that a
/// loop comes to again while there is more to issue.
std::optional<std::string> frees_in_a_loop(const timeline::recording& recorded, const finding& f) {
    std::vector<timeline::operation> frees;
    bool goes_on = false;
    for (const auto& op : recorded.operations) {
        if (!f.where.empty() && is_on_host(op) && is_allocation(op) && op.where == f.where.back()) {
            frees.push_back(op);
        }
        goes_on |= !frees.empty() && is_device_work(op);
    }
    return goes_on && frees.size() >= 2 ? std::optional(frees.front().name) : std::nullopt;
}

/// Streams and events that the function was handed belong to its caller: there are fewer now.
std::optional<finding> destroyed_of_the_caller(const attempt& run) {
    const bool streams = run.after.streams < run.before.streams;
    if (!streams && run.after.events >= run.before.events) {
        return std::nullopt;
    }
    const std::string call = streams ? "cudaStreamDestroy" : "cudaEventDestroy";
    const auto calls = pick(run.recorded, [&](const timeline::operation& op) {
        return is_on_host(op) && op.name == call;
    });
    return finding{"use-after-destroy/not-yours",
                   {{"thing", streams ? phrase("a stream") : phrase("an event")}, {"call", call}},
                   known_places(calls)};
}

/// What is seen of data that has never come.
bool is_about_missing_data(const finding& f) {
    return f.text == "uninitialised-read" || f.text == "null-pointer-in-kernel";
}

}  // namespace

attempt run_once(device_session& device, const std::function<cudaError_t()>& learner,
                 const after_return& read_results) {
    attempt run;
    static_cast<void>(cudaGetLastError());
    static_cast<void>(device.take_defects());
    static_cast<void>(device.take_failed_calls());
    run.before = device.held();
    device.reset_peaks();
    device.start_recording();
    device.arm_failures();
    call(run, learner);
    run.failed = device.take_failed_calls();
    run.calls = device.disarm_failures();
    run.after = device.held();
    if (holds_more(run.before, run.after)) {
        run.kept = device.held_since(run.before);
    }
    try {
        run.pending = device.pending_work();
        run.recorded = device.take_recording();
    } catch (const recording_lost& problem) {
        report().leave_open(phrase("{}. Run the check again.", problem.what()));
    }
    // Results of work that is still pending are not looked at: that would be the same mistake told
    // a second time.
    if (read_results && run.pending.empty()) {
        const acting_as caller(device, "caller");
        read_results();
    }
    run.defects = device.take_defects();
    static_cast<void>(cudaDeviceSynchronize());
    return run;
}

std::vector<finding> causes_in(const attempt& run) {
    if (run.misuse) {
        return {*run.misuse};
    }
    if (run.exception) {
        return {{"exception-thrown", {{"said", *run.exception}}, {}}};
    }
    std::vector<finding> all;
    for (const auto& d : run.defects) {
        if (!shares_a_place(d, all)) {
            all.push_back({d.id, {}, d.where, d.message});
        }
    }
    // What is freed under way is seldom the first mistake: another defect, or a failed call whose
    // error left the function early, comes before it.
    const auto is_freed_early = [](const finding& f) { return f.text == "freed-in-use"; };
    const bool only_freed_early = std::all_of(all.begin(), all.end(), is_freed_early);
    if (only_freed_early && run.returned != cudaSuccess) {
        return {failed_call_of(run)};
    }
    if (!only_freed_early) {
        std::erase_if(all, is_freed_early);
    }
    for (auto& each : all) {
        if (const auto call =
                only_freed_early ? frees_in_a_loop(run.recorded, each) : std::nullopt) {
            each = {"freed-in-use/in-loop", {{"call", *call}}, each.where};
        }
    }
    if (const auto ignored = error_ignored_in(run);
        ignored && !all.empty() && std::all_of(all.begin(), all.end(), is_about_missing_data)) {
        return {*ignored};
    }
    if (!all.empty()) {
        return all;
    }
    if (auto destroyed = destroyed_of_the_caller(run)) {
        return {*std::move(destroyed)};
    }
    if (!run.pending.empty()) {
        const auto& first = run.pending.front();
        return {{"returned-with-work-pending/call",
                 {{"work", first.name}, {"stream", stream_name(first.stream)}},
                 known_places(run.pending)}};
    }
    return {};
}

}  // namespace checker
