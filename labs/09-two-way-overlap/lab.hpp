#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// What the device can do at once, and so how a job is best brought through it.
enum class plan {
    one_after_the_other,         ///< a copy and a kernel exclude one another: 1 device buffer
    one_copy_beside_a_kernel,    ///< copies of both directions take turns: at most 3 device buffers
    both_copies_beside_a_kernel  ///< at most 4 device buffers
};

/// A block of data that is to go through the kernel, a chunk at a time.
struct job {
    const std::uint32_t* input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;       ///< pinned host memory, `count` elements
    std::size_t count;           ///< elements in all; may be 0
    std::size_t chunk;           ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;          ///< the kernel's last argument
};

/// Asks the current device, and stores the plan that fits it. Returns cudaSuccess, or the error of
/// the call that failed.
cudaError_t choose_plan(plan& chosen);

/// Brings every chunk of the input through `advance` (common/workload/advance.cuh) and its result
/// to the same place of the output, as fast as the current device can, with no more device buffers
/// than its plan has. A device buffer holds one chunk.
///
/// Returns when the whole output is there: cudaSuccess, or the error of the first call that failed.
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
