#pragma once

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {

/// `size` bytes of device memory, null for none; the error that cudaMalloc returns.
[[nodiscard]] cudaError_t allocate_device(call& c, void** out, std::size_t size);

}  // namespace simcuda
