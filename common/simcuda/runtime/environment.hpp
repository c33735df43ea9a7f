#pragma once

#include <cstdint>

namespace simcuda {

enum class setting : std::uint8_t { off, on };

/// Is this variable of the environment 1 (or, if it is not set or empty, is `otherwise` on)? 0 is
/// off; anything else ends the program with a message and status 2.
[[nodiscard]] bool is_on(const char* variable, setting otherwise);

}  // namespace simcuda
