#pragma once

#include <cstdint>

#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// A complete program, the same for the same seed on every machine. Some are nearly without order,
/// in others most of the work is waited for.
[[nodiscard]] program random_program(std::uint32_t seed);

}  // namespace simcuda::reference
