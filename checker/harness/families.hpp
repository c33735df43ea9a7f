#pragma once

#include <string_view>

namespace checker {

/// Is this diagnosis about how much runs at the same time? Of these a GPU is the better witness, of
/// all others the simulated device.
[[nodiscard]] bool is_about_overlap(std::string_view diagnosis);

}  // namespace checker
