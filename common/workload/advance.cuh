#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/launch_shape.hpp"
#include "common/workload/recurrence.hpp"

#ifdef __SIMCUDA__
#include "common/workload/simulated_cost.hpp"
#endif

namespace workload {

/// The kernel of all labs: takes each of `count` elements `steps` steps further, in place.
/// Launch it as advance<<<blocks_for(count), threads_per_block, 0, stream>>>(...); a launch for no
/// elements at all is an error, as every launch without blocks is.
__global__ void advance(std::uint32_t* elements, std::size_t count, unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    std::uint32_t x = elements[i];
#ifdef __SIMCUDA__
    // The same number without the waiting; the device's time for it is stated instead.
    x = remembered_steps(steps)(x);
    simcuda::charge(cycles_of(steps));
#else
    for (unsigned int step = 0; step < steps; ++step) {
        x = multiplier * x + increment;
    }
#endif
    elements[i] = x;
}

}  // namespace workload
