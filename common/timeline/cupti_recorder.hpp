#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/timeline/gpu_records.hpp"

namespace timeline {

/// Why the profiler's interface does not serve here, and what to do about it.
struct cupti_problem {
    std::string what;
};

/// Device work as NVIDIA's profiling interface CUPTI records it: copies, memsets and kernels, which
/// costs some 2 % of a pipeline's time. Runtime calls, waits and events are noted by the program
/// itself, for a tenth of what CUPTI takes for them, and with their places in the source; what ties
/// both together is the correlation of a call.
///
/// The library is looked for when it is needed, not linked: a machine without it goes without. One
/// recorder a process, as CUPTI has one subscriber.
class cupti_recorder {
public:
    /// Starts recording for good. Throws cupti_problem: no library, another profiler that is
    /// attached already, a refusal.
    [[nodiscard]] static std::unique_ptr<cupti_recorder> open();
    ~cupti_recorder();
    cupti_recorder(const cupti_recorder&) = delete;
    cupti_recorder& operator=(const cupti_recorder&) = delete;

    /// The clock that records are stamped with.
    [[nodiscard]] nanoseconds now() const;

    /// Forgets what was recorded. The device must have nothing to do.
    void forget();

    /// Records nothing until it goes on. The device must have nothing to do, both times. Recording
    /// costs a device little, but not nothing: the engine pauses after each copy to the host, which
    /// takes 3 % where copies of 8 MiB in both directions are all there is to do. Throws
    /// cupti_problem.
    void rest();
    void go_on();

    struct taken {
        std::vector<gpu_work> work;
        std::size_t lost = 0;  ///< records that CUPTI had to drop, or that never came
    };
    /// What was recorded since `forget`. The device must have nothing to do; `expected` is how many
    /// records there are at least.
    [[nodiscard]] taken take(std::size_t expected);

    /// Around a runtime call of this thread: from `begin_call` on, `correlation_of_call` is that of
    /// the first runtime function which the thread has entered; 0 for none.
    static void begin_call();
    [[nodiscard]] static std::uint64_t correlation_of_call();

private:
    struct parts;
    explicit cupti_recorder(std::unique_ptr<parts> own);
    std::unique_ptr<parts> own_;
};

/// Where CUPTI's library is looked for, most likely first: with the program's own search path, then
/// where it lay beside the nvcc that this was built for.
[[nodiscard]] std::vector<std::string> cupti_candidates();

}  // namespace timeline
