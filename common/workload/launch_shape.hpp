#pragma once

#include <cstddef>

namespace workload {

inline constexpr unsigned int threads_per_block = 256;

/// Blocks that it takes to give each of `count` elements a thread.
[[nodiscard]] constexpr unsigned int blocks_for(std::size_t count) {
    return static_cast<unsigned int>((count + threads_per_block - 1) / threads_per_block);
}

}  // namespace workload
