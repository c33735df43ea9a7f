#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// A block to measure with. All memory and the stream are the caller's, and nothing else is on the
/// device meanwhile. What the buffers hold afterwards does not matter.
struct job {
    const std::uint32_t* input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;       ///< pinned host memory, `count` elements
    std::uint32_t* buffer;       ///< device memory, `count` elements
    std::size_t count;           ///< at least 1
    unsigned int steps;          ///< the last argument of `advance`
    cudaStream_t stream;         ///< a non-blocking stream, for all the work
    unsigned int runs;           ///< how many runs to take the mean of, at least 1
};

/// What one run takes, and how fast the copies are.
struct figures {
    double upload_ms;
    double kernel_ms;
    double download_ms;
    double upload_gb_per_s;  ///< 1 GB is 1e9 bytes
    double download_gb_per_s;
};

/// Measures how long the device takes to upload the input to the buffer, to run `advance`
/// (common/workload/advance.cuh) over it, and to download it to the output: each the mean of `runs`
/// runs, after at least one that does not count.
///
/// Right is what is within 5 % of what the device has recorded.
///
/// Returns cudaSuccess, or the error of the first call that failed. Either way nothing that it has
/// created is left when it returns.
cudaError_t measure(const job& work, figures& result);
