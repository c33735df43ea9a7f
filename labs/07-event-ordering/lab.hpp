#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// Two inputs that are computed apart and then added. All memory and all streams are the caller's.
struct job {
    const std::uint32_t* left_input;   ///< pinned host memory, `count` elements
    const std::uint32_t* right_input;  ///< pinned host memory, `count` elements
    std::uint32_t* output;             ///< pinned host memory, `count` elements
    std::size_t count;                 ///< may be 0
    unsigned int steps;                ///< the last argument of `advance`

    std::uint32_t* left;   ///< device memory, `count` elements
    std::uint32_t* right;  ///< device memory, `count` elements

    cudaStream_t load;           ///< both uploads, the left one first
    cudaStream_t compute_left;   ///< `advance` on `left`
    cudaStream_t compute_right;  ///< `advance` on `right`
    cudaStream_t join;           ///< the sum, and its download
};

/// Uploads both inputs, runs `advance` (common/workload/advance.cuh) over each as soon as its own
/// upload is done, adds the right one to the left one with `add_to` (common/workload/add.cuh) as
/// soon as both are ready, and downloads the result. Then, when the output is there, stores its
/// check_sum (in lab.cu) in `sum`.
///
/// The caller has other work on the device, in streams of its own. This function neither waits for
/// that work nor holds it up.
///
/// Returns cudaSuccess, or the error of the first call that failed. Either way nothing that it has
/// created is left when it returns; after an error work may still be under way in the streams.
cudaError_t combine(const job& work, std::uint64_t& sum);
