#pragma once

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// Host addresses that stand for memory a kernel has on a device as well: its threads' stacks
/// (local memory), __shared__ variables (thread-local here) and the program's constants (literals,
/// tables, virtual functions). Its variables are announced one by one and known to the memory map.
enum class reach : std::uint8_t { none, whole_page };
[[nodiscard]] reach reach_of_kernel(address a);

}  // namespace simcuda
