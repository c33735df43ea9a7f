#pragma once

#include "common/simcuda/runtime/access_log.hpp"
#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// What a kernel's accesses take: its own memory at `share` of the device's bandwidth, the host's
/// memory over the link, and pages that have to be fetched first.
[[nodiscard]] nanoseconds kernel_access_time(const access_log::traffic& moved,
                                             const machine_profile& profile, double share);

/// The same for the host's accesses between two calls.
[[nodiscard]] nanoseconds host_access_time(const access_log::traffic& moved,
                                           const machine_profile& profile);

}  // namespace simcuda
