#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/advance.cuh"

/// The kernel of lab 11: takes each of `count` elements `steps` steps further, in place.
///
/// `before`: the result of the chunk before, with which each element is combined first; only read.
/// nullptr: nothing to combine with. `total`: where the results are added up, as 32-bit numbers
/// that wrap around, while the elements stay as they are; nullptr: they are not.
///
/// Launched as advance_chunk<<<blocks_for(count), threads_per_block, 0, stream>>>(...).
__global__ void advance_chunk(std::uint32_t* elements, const std::uint32_t* before,
                              std::uint32_t* total, std::size_t count, unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    const std::uint32_t combined = before != nullptr ? elements[i] ^ before[i] : elements[i];
    const std::uint32_t result = workload::after_steps(combined, steps);
    if (total != nullptr) {
        total[i] += result;
    } else {
        elements[i] = result;
    }
}

/// Adds each of `count` elements at `others` to the one at `total`. Launched likewise.
__global__ void add_to(std::uint32_t* total, const std::uint32_t* others, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        total[i] += others[i];
    }
}
