#pragma once

#include <string_view>

#include "common/simcuda/runtime/device.hpp"

namespace simcuda {

/// What the program has set for the kernel called `name`. A launch does not know its function's
/// address, so the kernels with settings are compared by their name in the program; of several
/// that bear it, the one that may use most shared memory counts.
[[nodiscard]] function_settings settings_of_kernel(device& dev, std::string_view name);

}  // namespace simcuda
