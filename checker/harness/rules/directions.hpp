#pragma once

#include "checker/harness/rules/rules.hpp"

namespace checker {

/// Uploads and downloads that never run at the same time, on a device that could.
[[nodiscard]] std::optional<finding> one_direction_at_a_time(const observation& seen);

}  // namespace checker
