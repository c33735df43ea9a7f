#pragma once

#include <memory>
#include <string_view>

#include "checker/harness/device_session.hpp"

namespace checker {

/// The simulated device of this process, with this machine profile.
/// Throws std::invalid_argument for an unknown profile, naming the known ones.
[[nodiscard]] std::unique_ptr<device_session> simulated_session(std::string_view profile);

}  // namespace checker
