#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda::reference {

/// "h200" and the files of machines/: each says in what it differs from the H200's profile.
[[nodiscard]] const std::vector<std::string>& machine_names();
/// What control::use_profile and SIMCUDA_PROFILE take for it.
[[nodiscard]] std::string profile_of(std::string_view machine);
[[nodiscard]] const machine_profile& figures_of(const std::string& machine);

}  // namespace simcuda::reference
