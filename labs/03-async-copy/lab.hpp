#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>

/// A block of data for the device, and something for the processor to do meanwhile.
struct job {
    const std::uint32_t* input;       ///< pinned host memory, `count` elements
    std::uint32_t* output;            ///< pinned host memory, `count` elements
    std::size_t count;                ///< may be 0
    unsigned int steps;               ///< the kernel's last argument
    std::function<void()> host_work;  ///< the processor's own share; needs nothing of the device
};

/// Brings the input through `advance` (common/workload/advance.cuh) into the output, in one piece,
/// and calls host_work exactly once, while the device is busy. Then, when the output is there,
/// stores its check_sum (in lab.cu) in `sum`.
///
/// Returns cudaSuccess, or the error of the first call that failed. Either way nothing that it has
/// created is left, and no work is under way, when it returns.
cudaError_t process(const job& work, std::uint64_t& sum);
