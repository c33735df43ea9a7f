#pragma once

#include <cstdint>

#include "common/workload/recurrence.hpp"

#ifdef __SIMCUDA__
#include "common/workload/simulated_cost.hpp"
#endif

namespace workload {

/// What `steps` steps make of x.
__device__ inline std::uint32_t after_steps(std::uint32_t x, unsigned int steps) {
#ifdef __SIMCUDA__
    // The same number without the waiting; the device's time for it is stated instead.
    simcuda::charge(cycles_of(steps));
    return remembered_steps(steps)(x);
#else
    for (unsigned int step = 0; step < steps; ++step) {
        x = multiplier * x + increment;
    }
    return x;
#endif
}

}  // namespace workload
