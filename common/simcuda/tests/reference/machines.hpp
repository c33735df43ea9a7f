#pragma once

#include <string>
#include <vector>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda::reference {

/// Some of the device's own profiles, and the files of machines/.
[[nodiscard]] const std::vector<std::string>& machine_names();
/// What control::use_profile and SIMCUDA_PROFILE take for it.
[[nodiscard]] std::string profile_of(const std::string& machine);
[[nodiscard]] const machine_profile& figures_of(const std::string& machine);

}  // namespace simcuda::reference
