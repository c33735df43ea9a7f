#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/after_steps.cuh"
#include "common/workload/launch_shape.hpp"

namespace workload {

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
