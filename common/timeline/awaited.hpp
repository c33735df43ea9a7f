#pragma once

#include <cstdint>
#include <set>

#include "common/timeline/operation.hpp"

namespace timeline {

/// Ids of all that was over when the host's waits that began before `when` were: what they waited
/// for, what comes before it in its stream, and what that had waited for in turn. By the order of
/// the recording, whatever its clocks say; work that nobody waited for is not among it, however
/// early it ended.
///
/// Streams that are no non-blocking ones stand behind, and before, what was put into the legacy
/// default stream (CUDA Runtime API, "Stream synchronization behavior").
[[nodiscard]] std::set<std::uint64_t> awaited_before(const recording& all, nanoseconds when);

}  // namespace timeline
