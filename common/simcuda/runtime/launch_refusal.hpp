#pragma once

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/running_kernel.hpp"

namespace simcuda {

/// Refuses a launch of a shape that no device has; cudaSuccess where it can be.
cudaError_t check_shape(call& c, const grid_shape& s);

/// The kernel may not use as much dynamic shared memory as the launch gives it.
cudaError_t refuse_dynamic_shared(call& c, std::size_t asked, std::size_t most);

}  // namespace simcuda
