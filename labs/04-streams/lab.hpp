#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// A block of data that is to go through the kernel, a chunk at a time.
struct job {
    const std::uint32_t* input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;       ///< pinned host memory, `count` elements
    std::size_t count;           ///< elements in all; may be 0
    std::size_t chunk;           ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;          ///< the kernel's last argument
};

/// Brings every chunk of the input through `advance` (common/workload/advance.cuh) and its result
/// to the same place of the output, with the copies of some chunks beside the kernels of others.
/// Uses a few streams and device buffers for at most 8 chunks.
///
/// Returns when the whole output is there: cudaSuccess, or the error of the first call that failed.
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
