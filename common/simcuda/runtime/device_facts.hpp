#pragma once

#include <driver_types.h>

#include <optional>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// What cudaGetDeviceProperties, cudaDeviceGetAttribute and cudaDeviceGetLimit say of a machine.
/// Numbers that no profile gives are those of an H200; nullopt for what there is not.
[[nodiscard]] cudaDeviceProp properties_of(const machine_profile& profile, unsigned device);
[[nodiscard]] std::optional<int> attribute_of(const machine_profile& profile, unsigned device,
                                              cudaDeviceAttr attribute);
[[nodiscard]] std::optional<std::size_t> usual_limit(const machine_profile& profile, int limit);

}  // namespace simcuda
