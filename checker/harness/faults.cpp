#include "checker/harness/faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "checker/harness/leaks.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/refused_calls.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {
namespace {

using timeline::op_kind;
using timeline::operation;

struct breakable {
    std::string_view api;
    cudaError_t error;
};

// Errors that these calls do return on real machines: out of memory for what allocates, a launch
// that does not fit, and earlier work's failure for what copies or waits.
constexpr std::array breakables = {
    breakable{"cudaGetDevice", cudaErrorInitializationError},
    breakable{"cudaDeviceGetAttribute", cudaErrorInitializationError},
    breakable{"cudaGetDeviceProperties", cudaErrorInitializationError},
    breakable{"cudaMalloc", cudaErrorMemoryAllocation},
    breakable{"cudaMallocAsync", cudaErrorMemoryAllocation},
    breakable{"cudaMallocHost", cudaErrorMemoryAllocation},
    breakable{"cudaHostAlloc", cudaErrorMemoryAllocation},
    breakable{"cudaHostRegister", cudaErrorMemoryAllocation},
    breakable{"cudaStreamCreate", cudaErrorMemoryAllocation},
    breakable{"cudaStreamCreateWithFlags", cudaErrorMemoryAllocation},
    breakable{"cudaStreamCreateWithPriority", cudaErrorMemoryAllocation},
    breakable{"cudaEventCreate", cudaErrorMemoryAllocation},
    breakable{"cudaEventCreateWithFlags", cudaErrorMemoryAllocation},
    breakable{"cudaMemcpy", cudaErrorLaunchFailure},
    breakable{"cudaMemcpyAsync", cudaErrorLaunchFailure},
    breakable{"cudaMemset", cudaErrorLaunchFailure},
    breakable{"cudaMemsetAsync", cudaErrorLaunchFailure},
    breakable{"launch", cudaErrorLaunchOutOfResources},
    breakable{"cudaEventRecord", cudaErrorLaunchFailure},
    breakable{"cudaStreamWaitEvent", cudaErrorLaunchFailure},
    breakable{"cudaStreamSynchronize", cudaErrorLaunchFailure},
    breakable{"cudaEventSynchronize", cudaErrorLaunchFailure},
    breakable{"cudaDeviceSynchronize", cudaErrorLaunchFailure},
    breakable{"cudaEventElapsedTime", cudaErrorLaunchFailure},
};

constexpr int never = std::numeric_limits<int>::max();

/// A run without failures in which the calls that could fail are counted.
attempt intact_run(device_session& device, const lab_case& run) {
    device.start_afresh();
    for (const auto& b : breakables) {
        device.plan_failure(b.api, never, b.error);
    }
    return run();
}

words shown(std::string_view api) {
    return api == "launch" ? phrase("the kernel launch") : words(api);
}

/// The operation that stands for the nth call: what a launch leaves is its kernel, what other calls
/// leave is their time on the host.
std::vector<operation> nth_call(const timeline::recording& recorded, std::string_view api,
                                int nth) {
    for (const auto& op : recorded.operations) {
        const bool is_it = api == "launch" ? op.kind == op_kind::kernel
                                           : op.stream == timeline::host_lane && op.name == api &&
                                                 op.kind != op_kind::annotation;
        if (is_it && --nth == 0) {
            return {op};
        }
    }
    return {};
}

/// A wait that has nothing to wait for any more, as one before giving things back often has, may
/// have its error ignored: all work was waited for already, and its errors are known.
bool is_idle_wait(const timeline::recording& recorded, const std::vector<operation>& call) {
    return !call.empty() && call.front().name.ends_with("Synchronize") &&
           std::all_of(recorded.operations.begin(), recorded.operations.end(),
                       [&](const operation& op) {
                           return !timeline::engine_of(op.kind) || op.id > call.front().id ||
                                  op.end <= call.front().start;
                       });
}

/// What no error excuses: memory or handles given back that others still need, or used afterwards.
std::optional<finding> gone_for_good(const attempt& run) {
    for (const auto& d : run.defects) {
        if (d.id.starts_with("double-free") || d.id == "use-after-free" ||
            d.id == "use-after-destroy") {
            return finding{d.id, {}, d.where, d.message};
        }
    }
    return std::nullopt;
}

/// In a stream that the function made. What is in the default stream by mistake has its own name.
bool is_own(const operation& op) {
    return op.stream != 0;
}

words ordinal(int n) {
    return n % 100 / 10 == 1 ? phrase("{}th", n)
           : n % 10 == 1     ? phrase("{}st", n)
           : n % 10 == 2     ? phrase("{}nd", n)
           : n % 10 == 3     ? phrase("{}rd", n)
                             : phrase("{}th", n);
}

}  // namespace

std::optional<finding> error_not_passed_on(device_session& device, const lab_case& run,
                                           after_error asked,
                                           const std::function<void(const words&)>& doing) {
    const auto intact = intact_run(device, run);
    const bool leaks_anyway = leak_in(intact).has_value();
    for (const auto& what : breakables) {
        const int calls = intact.calls.at(std::string(what.api));
        for (int nth = 1; nth <= calls; ++nth) {
            const auto place = nth_call(intact.recorded, what.api, nth);
            if (is_idle_wait(intact.recorded, place)) {
                continue;
            }
            const auto call =
                calls == 1 ? shown(what.api)
                           : phrase("{} ({} of {} calls)", shown(what.api), ordinal(nth), calls);
            const auto* error = cudaGetErrorName(what.error);
            doing(phrase("{} was made to fail with {}", call, error));
            device.start_afresh();
            device.plan_failure(what.api, nth, what.error);
            const auto broken = run();
            if (broken.exception || broken.returned != what.error) {
                return finding{
                    "error-ignored/injected",
                    {{"call", call},
                     {"error", error},
                     {"returned", broken.exception ? phrase("nothing but let an exception out")
                                                   : words(cudaGetErrorName(broken.returned))}},
                    known_places(place)};
            }
            if (auto destroyed = gone_for_good(broken)) {
                return destroyed;
            }
            // What leaks in any case is another check's business.
            if (leaks_anyway) {
                continue;
            }
            if (auto leak = leak_in(broken, phrase(" after {} has failed", call))) {
                return leak;
            }
            if (auto vain = given_back_in_vain(broken, phrase("After {} had failed, ", call))) {
                return vain;
            }
            const bool is_wait = what.api.ends_with("Synchronize");
            const auto left = std::find_if(broken.pending.begin(), broken.pending.end(), is_own);
            if (asked == after_error::no_work_under_way && !is_wait &&
                left != broken.pending.end()) {
                return finding{
                    "returned-with-work-pending/after-error",
                    {{"call", call}, {"work", left->name}, {"stream", stream_name(left->stream)}},
                    known_places({*left})};
            }
        }
    }
    return std::nullopt;
}

int calls_that_can_fail(device_session& device, const lab_case& run) {
    int sum = 0;
    for (const auto& [api, calls] : intact_run(device, run).calls) {
        sum += calls;
    }
    return sum;
}

}  // namespace checker
