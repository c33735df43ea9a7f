// Correct: of plans that differ in time it takes the fastest, by however little. A margin of 3 %
// for fewer streams is wise where times have noise. What is asked for is that half as many
// streams would be slower, and those that are equally fast are left out here as well.

#include "lab.hpp"

#include <algorithm>
#include <chrono>

using milliseconds = std::chrono::duration<double, std::milli>;

// How long the job takes with this plan.
static cudaError_t measure(const job& work, const plan& tried, milliseconds& time) {
    // `run` returns when all is done, so the host's clock around it is as good as events.
    const auto begin = std::chrono::steady_clock::now();
    if (cudaError_t error = work.run(tried)) {
        return error;
    }
    time = std::chrono::steady_clock::now() - begin;
    return cudaSuccess;
}

// The fastest plan with this many streams.
static cudaError_t best_with(const job& work, std::size_t streams, plan& best,
                             milliseconds& best_time) {
    constexpr std::size_t smallest = std::size_t{1} << 14;  // 64 KiB: there the calls take longest
    best_time = milliseconds::max();
    for (std::size_t chunk = work.count;; chunk = (chunk + 1) / 2) {
        milliseconds time{0};
        if (cudaError_t error = measure(work, {chunk, streams}, time)) {
            return error;
        }
        if (time < best_time) {
            best_time = time;
            best = {chunk, streams};
        }
        if (chunk <= smallest) {
            return cudaSuccess;
        }
    }
}

cudaError_t choose_plan(const job& work, plan& chosen) {
    milliseconds chosen_time = milliseconds::max();
    for (const std::size_t streams : {1, 2, 3, 4, 8}) {
        plan best;
        milliseconds time{0};
        if (cudaError_t error = best_with(work, streams, best, time)) {
            return error;
        }
        if (time < chosen_time) {
            chosen = best;
            chosen_time = time;
        }
    }
    return cudaSuccess;
}
