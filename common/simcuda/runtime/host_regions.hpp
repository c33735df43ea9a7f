#pragma once

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// Host addresses that stand for memory a kernel has on a device as well: its threads' stacks
/// (local memory), __shared__ variables (thread-local here) and the program's own variables and
/// constants (__device__, __constant__, literals).
[[nodiscard]] bool kernel_may_touch(address a);

}  // namespace simcuda
