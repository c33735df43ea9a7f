// Lab 08: chunk size and number of streams are measured, not believed.
// What is asked for stands in lab.hpp, the task in README.md.

#include "lab.hpp"

#include <algorithm>
#include <chrono>

using milliseconds = std::chrono::duration<double, std::milli>;

// How long the job takes with this plan.
static cudaError_t measure(const job& work, const plan& tried, milliseconds& time) {
    // TODO: measure one run
    time = milliseconds{0};
    return cudaSuccess;
}

// The fastest plan with this many streams.
static cudaError_t best_with(const job& work, std::size_t streams, plan& best,
                             milliseconds& best_time) {
    // TODO: try chunk sizes over a wide range
    best = {work.count, streams};
    return measure(work, best, best_time);
}

cudaError_t choose_plan(const job& work, plan& chosen) {
    // TODO: find the best plan, and do not take more streams than it needs
    milliseconds time{0};
    return best_with(work, 4, chosen, time);
}
