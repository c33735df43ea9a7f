#include "checker/harness/refused_calls.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace checker {
namespace {

std::string error_text(cudaError_t error) {
    return fmt::format("{} ({})", cudaGetErrorName(error), cudaGetErrorString(error));
}

words shown(const failed_call& call) {
    return call.api == "launch" ? phrase("The kernel launch") : words(call.api);
}

/// Work that a refused call leaves undone: what follows meets old data, or none.
bool would_have_worked(const failed_call& call) {
    constexpr std::array starts = {"launch", "cudaMemcpy", "cudaMemset", "cudaMalloc",
                                   "cudaHostAlloc"};
    return std::any_of(starts.begin(), starts.end(),
                       [&](const char* start) { return call.api.starts_with(start); });
}

}  // namespace

finding finding_about(const failed_call& call, const std::string& general,
                      const std::string& with_reason) {
    finding f{call.why.empty() ? general : with_reason,
              {{"call", shown(call)}, {"error", error_text(call.error)}},
              {}};
    if (!call.why.empty()) {
        f.arguments["reason"] = call.why;
        f.arguments["remedy"] = call.fix;
        // That page tells of calls that fail, and not of what else may come of one.
        if (f.id() == "call-failed") {
            f.docs = call.docs;
        }
    }
    if (call.where.line > 0) {
        f.where.push_back(call.where);
    }
    return f;
}

finding failed_call_of(const attempt& run) {
    const auto call = std::find_if(run.failed.begin(), run.failed.end(),
                                   [&](const failed_call& f) { return f.error == run.returned; });
    const auto text = fmt::format("call-failed/{}", cudaGetErrorName(run.returned));
    if (call == run.failed.end()) {
        return {text, {{"call", phrase("A CUDA call")}, {"error", error_text(run.returned)}}, {}};
    }
    return finding_about(*call, text, "call-failed/refused");
}

const failed_call* failed_giving_back(const attempt& run) {
    constexpr std::array giving_back = {"cudaFree", "cudaFreeHost", "cudaHostUnregister",
                                        "cudaStreamDestroy", "cudaEventDestroy"};
    const auto failed = std::find_if(run.failed.begin(), run.failed.end(), [&](const auto& f) {
        return std::find(giving_back.begin(), giving_back.end(), f.api) != giving_back.end();
    });
    return failed == run.failed.end() ? nullptr : &*failed;
}

std::optional<finding> error_ignored_in(const attempt& run) {
    const auto ignored =
        std::find_if(run.failed.begin(), run.failed.end(),
                     [](const failed_call& f) { return !f.why.empty() && would_have_worked(f); });
    if (run.exception || run.returned != cudaSuccess || ignored == run.failed.end()) {
        return std::nullopt;
    }
    return finding_about(*ignored, {}, "error-ignored/refused");
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
    return finding_about(*asked, general, "call-failed/refused-time");
}

std::optional<finding> given_back_in_vain(const attempt& run, const words& when) {
    const auto* failed = failed_giving_back(run);
    if (failed == nullptr) {
        return std::nullopt;
    }
    auto f = finding_about(*failed, "call-failed/given-back", "call-failed/refused-giving-back");
    f.arguments["when"] = when;
    return f;
}

}  // namespace checker
