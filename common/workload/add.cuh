#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/launch_shape.hpp"

namespace workload {

/// Adds each of `count` elements at `others` to the one at `sums`, as 32-bit numbers that wrap
/// around. Launched like `advance`.
__global__ void add_to(std::uint32_t* sums, const std::uint32_t* others, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        sums[i] += others[i];
    }
}

}  // namespace workload
