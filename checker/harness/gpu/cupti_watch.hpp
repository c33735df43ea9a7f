#pragma once

#include <memory>

#include "checker/harness/gpu/device_watch.hpp"

namespace checker::gpu {

/// Sees exactly when each piece of work ran. Throws timeline::cupti_problem where it cannot.
[[nodiscard]] std::unique_ptr<device_watch> watch_by_cupti();

/// Sees when each stream had reached the beginning and the end of a piece of work, by an event on
/// either side. Works everywhere; `why` says why there is nothing better.
[[nodiscard]] std::unique_ptr<device_watch> watch_by_events(const std::string& why);

}  // namespace checker::gpu
