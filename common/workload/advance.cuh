#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/launch_shape.hpp"
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

/// The kernel of all labs: takes each of `count` elements `steps` steps further, in place.
/// Launch it as advance<<<blocks_for(count), threads_per_block, 0, stream>>>(...); a launch for no
/// elements at all is an error, as every launch without blocks is.
__global__ void advance(std::uint32_t* elements, std::size_t count, unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    elements[i] = after_steps(elements[i], steps);
}

/// The same from one place to another: reads `count` elements at `from`, writes as many to `to`.
__global__ void advance_into(const std::uint32_t* from, std::uint32_t* to, std::size_t count,
                             unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    to[i] = after_steps(from[i], steps);
}

}  // namespace workload
