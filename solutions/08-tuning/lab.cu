// Lab 08: chunk size and number of streams are measured, not believed.
// What is asked for stands in lab.hpp, the task in README.md.

#include "lab.hpp"

#include <algorithm>
#include <chrono>

using milliseconds = std::chrono::duration<double, std::milli>;

// How long the job takes with this plan.
static cudaError_t measure(const job& work, const plan& tried, milliseconds& time) {
    // LEARNER: measure one run
    // `run` returns when all is done, so the host's clock around it is as good as events. What
    // disturbs a run only makes it longer: of three, the shortest says most.
    time = milliseconds::max();
    for (int i = 0; i < 3; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        if (cudaError_t error = work.run(tried)) {
            return error;
        }
        time = std::min<milliseconds>(time, std::chrono::steady_clock::now() - begin);
    }
    //| time = milliseconds{0};
    // LEARNER END
    return cudaSuccess;
}

// The fastest plan with this many streams.
static cudaError_t best_with(const job& work, std::size_t streams, plan& best,
                             milliseconds& best_time) {
    // LEARNER: try chunk sizes over a wide range
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
    //| best = {work.count, streams};
    //| return measure(work, best, best_time);
    // LEARNER END
}

cudaError_t choose_plan(const job& work, plan& chosen) {
    // LEARNER: find the best plan, and do not take more streams than it needs
    constexpr double worth_it = 0.95;  // more streams have to bring at least 5 %
    milliseconds chosen_time = milliseconds::max();
    for (const std::size_t streams : {1, 2, 3, 4, 8}) {
        plan best;
        milliseconds time{0};
        if (cudaError_t error = best_with(work, streams, best, time)) {
            return error;
        }
        if (time < worth_it * chosen_time) {
            chosen = best;
            chosen_time = time;
        }
    }
    return cudaSuccess;
    //| milliseconds time{0};
    //| return best_with(work, 4, chosen, time);
    // LEARNER END
}
