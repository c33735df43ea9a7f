#pragma once

#include <cstdint>
#include <simcuda/device.hpp>
#include <vector>

namespace simcuda {

/// A variable on the device, as the program announced it.
struct noted_variable {
    std::uintptr_t base = 0;
    std::uint64_t size = 0;
    variable_space where = variable_space::device;
    const char* name = nullptr;  ///< as the program writes it; null: nobody knows
};

/// Everything announced so far. The device may not exist yet: this is told before main.
[[nodiscard]] const std::vector<noted_variable>& noted_variables();

/// Are there device variables besides those?
[[nodiscard]] bool has_untold_variables();

}  // namespace simcuda
