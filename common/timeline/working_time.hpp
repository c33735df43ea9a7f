#pragma once

#include "common/timeline/interval.hpp"
#include "common/timeline/operation.hpp"

namespace timeline {

/// What a run's time is that of: from the first transfer, kernel, host function or host work to the
/// end of the last one. Setting up before, clearing memory included, and giving back after is not
/// in it.
[[nodiscard]] interval working_time(const recording& recorded);

}  // namespace timeline
