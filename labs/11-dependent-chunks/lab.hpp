#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>

/// What chunks need of one another.
enum class pattern : std::uint8_t {
    independent,       ///< nothing
    kernel_to_kernel,  ///< a chunk's kernel reads the result of the chunk before, on the device
    through_the_host,  ///< a chunk's input is made on the host, of the result of the chunk before
    sum_at_the_end,    ///< nothing, but what is wanted is the sum of all results
};

/// A block of data that is to go through the device, a chunk at a time.
struct job {
    pattern needs;
    const std::uint32_t* input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;       ///< pinned host memory: `count` elements, `chunk` for the sum
    std::size_t count;           ///< elements in all; may be 0
    std::size_t chunk;           ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;          ///< the kernel's last argument

    /// Only for through_the_host: makes the `count` input elements of the chunk that begins at
    /// `first`. It reads the output of the chunk before. To be called once for each chunk, in
    /// order.
    std::function<void(std::size_t first, std::size_t count)> prepare;
};

/// Brings every chunk through advance_chunk (kernels.cuh) and its result to the same place of the
/// output. kernel_to_kernel combines each chunk with the result of the chunk before.
/// sum_at_the_end adds all of them up: element i of the output is the sum of the results that the
/// chunks have in place i, 0 where none has one.
///
/// What needs nothing of each other runs at the same time. Uses device memory for at most 8 chunks.
///
/// Returns when the whole output is there: cudaSuccess, or the error of the first call that failed.
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
