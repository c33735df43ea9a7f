#include "checker/harness/attempt.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <exception>

#include "checker/harness/crash_guard.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {
namespace {

using timeline::op_kind;

void call(attempt& run, const std::function<cudaError_t()>& learner) {
    const crash_guard guard;
    try {
        run.returned = learner();
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

std::string error_text(cudaError_t error) {
    return fmt::format("{} ({})", cudaGetErrorName(error), cudaGetErrorString(error));
}

words shown(const failed_call& call) {
    return call.api == "launch" ? phrase("The kernel launch") : words(call.api);
}

/// The finding in the catalogue's `general` words, or in those of `with_reason` where the device
/// knows why it has refused the call.
finding about(const failed_call& call, const std::string& general, const std::string& with_reason) {
    finding f{call.why.empty() ? general : with_reason,
              {{"call", shown(call)}, {"error", error_text(call.error)}},
              {}};
    if (!call.why.empty()) {
        f.arguments["reason"] = call.why;
        f.arguments["remedy"] = call.fix;
        f.docs = call.docs;
    }
    if (call.where.line > 0) {
        f.where.push_back(call.where);
    }
    return f;
}

/// The call that the returned error comes from.
finding failed_call_of(const attempt& run) {
    const auto call = std::find_if(run.failed.begin(), run.failed.end(),
                                   [&](const failed_call& f) { return f.error == run.returned; });
    const auto text = fmt::format("call-failed/{}", cudaGetErrorName(run.returned));
    if (call == run.failed.end()) {
        return {text, {{"call", phrase("A CUDA call")}, {"error", error_text(run.returned)}}, {}};
    }
    return about(*call, text, "call-failed/refused");
}

/// Work that a refused call leaves undone: what follows meets old data, or none.
bool would_have_worked(const failed_call& call) {
    constexpr std::array starts = {"launch", "cudaMemcpy", "cudaMemset", "cudaMalloc",
                                   "cudaHostAlloc"};
    return std::any_of(starts.begin(), starts.end(),
                       [&](const char* start) { return call.api.starts_with(start); });
}

/// Null: what was given back was there.
const failed_call* failed_giving_back(const attempt& run) {
    constexpr std::array giving_back = {"cudaFree", "cudaFreeHost", "cudaHostUnregister",
                                        "cudaStreamDestroy", "cudaEventDestroy"};
    const auto failed = std::find_if(run.failed.begin(), run.failed.end(), [&](const auto& f) {
        return std::find(giving_back.begin(), giving_back.end(), f.api) != giving_back.end();
    });
    return failed == run.failed.end() ? nullptr : &*failed;
}

/// What is seen of data that has never come.
bool is_about_missing_data(const finding& f) {
    return f.text == "uninitialised-read" || f.text == "null-pointer-in-kernel";
}

struct kept_kind {
    std::uint64_t holdings::*count;
    words (*number_of)(std::uint64_t n);
    std::string_view calls;  ///< the names of the calls that make it contain this
};

constexpr std::array kept_kinds = {
    kept_kind{&holdings::device_buffers,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} device buffer", n) : phrase("{} device buffers", n);
              },
              "cudaMalloc"},
    kept_kind{&holdings::pinned_buffers,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} pinned buffer", n) : phrase("{} pinned buffers", n);
              },
              "cudaMallocHost"},
    kept_kind{&holdings::registrations,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} registration of host memory", n)
                                : phrase("{} registrations of host memory", n);
              },
              "cudaHostRegister"},
    kept_kind{
        &holdings::streams,
        [](std::uint64_t n) { return n == 1 ? phrase("{} stream", n) : phrase("{} streams", n); },
        "cudaStreamCreate"},
    kept_kind{
        &holdings::events,
        [](std::uint64_t n) { return n == 1 ? phrase("{} event", n) : phrase("{} events", n); },
        "cudaEventCreate"},
};

bool makes(std::string_view call, const kept_kind& kind) {
    if (kind.calls == "cudaMalloc") {
        return call == "cudaMalloc" || call == "cudaMallocAsync" || call == "cudaMallocPitch";
    }
    if (kind.calls == "cudaMallocHost") {
        return call == "cudaMallocHost" || call == "cudaHostAlloc";
    }
    return call.starts_with(kind.calls);
}

/// The calls that have made what is still there of this kind; where the device cannot tell which
/// those are, all that make such things.
std::vector<timeline::operation> makers_of(const kept_kind& kind, const attempt& run) {
    std::vector<timeline::operation> result;
    for (const auto& thing : run.kept) {
        if (thing.kind == kind.count) {
            timeline::operation maker;
            maker.where = thing.where;
            result.push_back(std::move(maker));
        }
    }
    if (result.empty()) {
        std::copy_if(run.recorded.operations.begin(), run.recorded.operations.end(),
                     std::back_inserter(result), [&](const timeline::operation& op) {
                         return op.stream == timeline::host_lane &&
                                op.kind != op_kind::annotation && makes(op.name, kind);
                     });
    }
    return result;
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
    if (std::any_of(kept_kinds.begin(), kept_kinds.end(), [&](const kept_kind& kind) {
            return run.after.*kind.count > run.before.*kind.count;
        })) {
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
    if (!run.pending.empty()) {
        const auto& first = run.pending.front();
        return {{"returned-with-work-pending/call",
                 {{"work", first.name}, {"stream", stream_name(first.stream)}},
                 known_places(run.pending)}};
    }
    return {};
}

std::optional<finding> error_ignored_in(const attempt& run) {
    const auto ignored =
        std::find_if(run.failed.begin(), run.failed.end(),
                     [](const failed_call& f) { return !f.why.empty() && would_have_worked(f); });
    if (run.exception || run.returned != cudaSuccess || ignored == run.failed.end()) {
        return std::nullopt;
    }
    return about(*ignored, {}, "error-ignored/refused");
}

std::optional<finding> time_refused_in(const attempt& run) {
    const auto asked = std::find_if(run.failed.begin(), run.failed.end(), [&](const auto& f) {
        return f.api == "cudaEventElapsedTime" &&
               (f.error != cudaErrorNotReady || f.error == run.returned);
    });
    if (asked == run.failed.end()) {
        return std::nullopt;
    }
    const auto* general =
        asked->error == cudaErrorNotReady ? "call-failed/not-ready" : "call-failed/no-time";
    return about(*asked, general, "call-failed/refused-time");
}

std::optional<finding> given_back_in_vain(const attempt& run, const words& when) {
    const auto* failed = failed_giving_back(run);
    if (failed == nullptr) {
        return std::nullopt;
    }
    auto f = about(*failed, "call-failed/given-back", "call-failed/refused-giving-back");
    f.arguments["when"] = when;
    return f;
}

std::optional<finding> leak_in(const attempt& run, const words& when) {
    std::vector<words> things;
    std::uint64_t total = 0;
    std::vector<timeline::operation> makers;
    for (const auto& kind : kept_kinds) {
        const auto had = run.before.*kind.count;
        const auto has = run.after.*kind.count;
        if (has <= had) {
            continue;
        }
        total += has - had;
        things.push_back(kind.number_of(has - had));
        for (auto& op : makers_of(kind, run)) {
            makers.push_back(std::move(op));
        }
    }
    if (things.empty()) {
        return std::nullopt;
    }
    // Who has tried to give it back, in the wrong way, has not forgotten it.
    const auto* refused = failed_giving_back(run);
    const bool was_tried = refused != nullptr && !refused->why.empty();
    finding f = was_tried ? about(*refused, {}, "leak/refused") : finding{"leak/things", {}, {}};
    f.arguments["things"] = listed(things);
    f.arguments["exist"] = total == 1 ? phrase("exists") : phrase("exist");
    f.arguments["when"] = when;
    auto places = known_places(makers);
    places.insert(places.end(), f.where.begin(), f.where.end());
    f.where = std::move(places);
    return f;
}

}  // namespace checker
