#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <vector>

#include "checker/messages/words.hpp"
#include "common/timeline/gpu_records.hpp"

namespace checker::gpu {

using timeline::bytes;
using timeline::nanoseconds;

/// Work that a call is about to give to the device.
struct started_work {
    timeline::op_kind kind = timeline::op_kind::kernel;
    cudaStream_t stream = nullptr;
    bytes size{};
    const void* host_side = nullptr;    ///< of a copy
    const void* function = nullptr;     ///< of a launch: the kernel's address on the host
    const void* device_side = nullptr;  ///< of a copy between host and device
};

/// Whoever sees when the device works: CUPTI, or events where there is no CUPTI.
class device_watch {
public:
    virtual ~device_watch() = default;

    /// What it cannot tell, as a sentence; empty when it misses nothing.
    [[nodiscard]] virtual words shortcoming() const = 0;
    /// The clock of its records.
    [[nodiscard]] virtual nanoseconds now() const = 0;

    /// Around every runtime call of the program's; `work` is null for calls that start none.
    virtual void before_call(const started_work* work) = 0;
    /// Returns the correlation of what the call has started, or 0.
    [[nodiscard]] virtual std::uint64_t after_call(const started_work* work,
                                                   cudaError_t result) = 0;

    /// Sees nothing until it goes on, so that what is seen costs nothing. The device has nothing to
    /// do, both times.
    virtual void rest() {}
    virtual void go_on() {}

    /// Forgets what was seen. The device has nothing to do.
    virtual void forget() = 0;
    struct seen {
        std::vector<timeline::gpu_work> work;
        std::size_t lost = 0;
    };
    /// What was seen since `forget`; `expected` pieces of work at least. The device has nothing to
    /// do.
    [[nodiscard]] virtual seen take(std::size_t expected) = 0;
};

}  // namespace checker::gpu
