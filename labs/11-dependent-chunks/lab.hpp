#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>

/// What a chunk needs of the chunk before it.
enum class pattern : std::uint8_t {
    independent,       ///< nothing
    kernel_to_kernel,  ///< its kernel reads the result of the chunk before, on the device
    through_the_host,  ///< its input is made on the host, of the result of the chunk before
    sum_of_all,        ///< nothing; what is wanted is the sum of all results, and not the results
};

/// A block of data that is to go through the kernels, a chunk at a time.
struct job {
    pattern needs;
    const std::uint32_t* input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;       ///< pinned host memory, `count` elements; not for sum_of_all
    std::uint32_t* sum;          ///< pinned host memory, one element; only for sum_of_all
    std::size_t count;           ///< elements in all; may be 0
    std::size_t chunk;           ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;          ///< the kernels' last argument

    /// Makes the input elements from `first` on, only for through_the_host: to be called once for
    /// each chunk, in order. Reads the output of the chunk before.
    std::function<void(std::size_t first, std::size_t count)> prepare;
};

/// Brings every chunk through the kernel that its pattern asks for (kernels.cuh) and its result to
/// the same place of the output; or the sum of all results, modulo 2^32, to `sum`. What needs
/// nothing of each other overlaps. Uses device buffers for at most 8 chunks, and a few bytes.
///
/// Returns when all is there: cudaSuccess, or the error of the first call that failed. Either way
/// nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
