// Misconception: Whatever gives the right results will do.

#include "lab.hpp"

#include "common/workload/recurrence.hpp"

static std::uint32_t advanced(std::uint32_t x, unsigned int steps) {
    for (unsigned int step = 0; step < steps; ++step) {
        x = workload::one_step(x);
    }
    return x;
}

cudaError_t combine(const job& work, std::uint64_t& sum) {
    sum = 0;
    for (std::size_t i = 0; i < work.count; ++i) {
        work.output[i] =
            advanced(work.left_input[i], work.steps) + advanced(work.right_input[i], work.steps);
        sum += i % 16 == 0 ? work.output[i] : 0;
    }
    return cudaSuccess;
}
