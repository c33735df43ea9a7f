#pragma once

#include <cstddef>
#include <cstdint>

#include "common/workload/advance.cuh"

// For chunks that need nothing of each other: workload::advance(elements, count, steps).

/// As advance, but each element takes in the result that the chunk before has in its place.
/// `before` holds at least `count` elements; it is only read.
__global__ void advance_with(std::uint32_t* elements, const std::uint32_t* before,
                             std::size_t count, unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    std::uint32_t x = elements[i] ^ before[i];
#ifdef __SIMCUDA__
    // As in advance: the same number without the waiting.
    x = workload::remembered_steps(steps)(x);
    simcuda::charge(workload::cycles_of(steps));
#else
    for (unsigned int step = 0; step < steps; ++step) {
        x = workload::multiplier * x + workload::increment;
    }
#endif
    elements[i] = x;
}

/// Adds `count` elements to *sum.
__global__ void add_up(const std::uint32_t* elements, std::size_t count, std::uint32_t* sum) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        atomicAdd(sum, elements[i]);
    }
}
