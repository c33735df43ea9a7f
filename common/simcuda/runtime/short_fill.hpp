#pragma once

#include <optional>

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// A copy or a memset whose last byte stands right before one that has no value: it is shorter than
/// what is read.
struct short_fill {
    site where;
    std::uint64_t bytes = 0;  ///< that it has written there without a gap
};

[[nodiscard]] std::optional<short_fill> fill_before(memory_map& memory, address valueless);

}  // namespace simcuda
