#pragma once

#include <string>

#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda {

/// The race's id: who was issued first, and who should have waited for it. The names of a
/// pipeline's races are for those of its stages; anything else is between kernels or copies.
[[nodiscard]] std::string race_name(const access_side& earlier, const access_side& later);

}  // namespace simcuda
