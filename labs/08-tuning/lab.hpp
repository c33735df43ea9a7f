#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

/// How a job is cut: elements in a chunk, and over how many streams the chunks go.
struct plan {
    std::size_t chunk = 1;    ///< at least 1
    std::size_t streams = 1;  ///< 1 to 32; each has a device buffer for one chunk
};

/// A job that is to be tuned, and the pipeline that does it: upload, kernel and download of chunk
/// after chunk, each in the next stream, as in lab 04.
struct job {
    std::size_t count;  ///< elements in all, at least 1
    /// Does the whole job with this plan and returns when all of it is done. May be called as often
    /// as needed, up to 200 times.
    std::function<cudaError_t(const plan&)> run;
};

/// Measures how long the job takes with different plans, on the machine at hand, and stores the one
/// to be used. It takes at most 1.1 times as long as the best plan there is, and of those that are
/// about as fast it is one with few streams: device memory is for others, too.
///
/// Returns cudaSuccess, or the first error of `run`.
cudaError_t choose_plan(const job& work, plan& chosen);
