// Misconception: Whatever gives the right results will do.

#include "lab.hpp"

#include "common/workload/recurrence.hpp"

cudaError_t process(const job& work) {
    for (std::size_t i = 0; i < work.count; ++i) {
        std::uint32_t x = work.input[i];
        for (unsigned int step = 0; step < work.steps; ++step) {
            x = workload::one_step(x);
        }
        work.output[i] = x;
    }
    return cudaSuccess;
}
