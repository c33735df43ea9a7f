#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>

/// A block of data that is to go through the kernel, a chunk at a time.
struct job {
    /// Writes the input elements `first` to `first + count - 1` to host memory of your choice, as
    /// reading them from a file or a socket would.
    std::function<void(std::size_t first, std::size_t count, std::uint32_t* to)> produce;
    std::uint32_t* output;  ///< pinned host memory, `count` elements
    std::size_t count;      ///< elements in all; may be 0
    std::size_t chunk;      ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;     ///< the kernel's last argument
};

/// Brings every chunk of the input through `advance_into` (common/workload/advance.cuh) and its
/// result to the same place of the output, with upload, kernel and download of different chunks at
/// the same time. Uses pinned memory for two chunks and device memory for four: two buffers of each
/// kind, and no more.
///
/// Returns when the whole output is there: cudaSuccess, or the error of the first call that failed.
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
