#pragma once

#include <cstddef>
#include <cstdint>

/// The sum of a chunk is taken over every 64th element.
inline constexpr std::size_t sum_stride = 64;

/// How many elements of a chunk are added up.
[[nodiscard]] constexpr std::size_t summands_of(std::size_t count) {
    return (count + sum_stride - 1) / sum_stride;
}

/// Adds every 64th of `count` elements to `*sum`, which has to be 0 before. Launch it with
/// blocks_for(summands_of(count)) blocks.
__global__ void add_up(const std::uint32_t* elements, std::size_t count, std::uint32_t* sum) {
    const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * sum_stride;
    if (i < count) {
        atomicAdd(sum, elements[i]);
    }
}

/// Appends a sum to the digest of the sums before it; one thread. Another order gives another
/// digest.
__global__ void append(std::uint32_t* digest, const std::uint32_t* sum) {
    *digest = *digest * 31 + *sum;
}
