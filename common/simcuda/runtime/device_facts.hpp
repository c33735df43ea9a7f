#pragma once

#include <driver_types.h>

#include <optional>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// What cudaGetDeviceProperties and cudaDeviceGetAttribute say of a machine. Numbers that no
/// profile gives are those of an H200.
[[nodiscard]] cudaDeviceProp properties_of(const machine_profile& profile);
[[nodiscard]] std::optional<int> attribute_of(const machine_profile& profile,
                                              cudaDeviceAttr attribute);

}  // namespace simcuda
