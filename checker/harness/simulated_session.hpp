#pragma once

#include <memory>
#include <string_view>

#include "checker/harness/device_session.hpp"

namespace checker {

/// How much data measurements move: as little as shows it, or as much as they do on a GPU.
enum class data_sizes : std::uint8_t { own, of_a_gpu };

/// The simulated device of this process, with this machine profile.
/// Throws std::invalid_argument for an unknown profile, naming the known ones.
[[nodiscard]] std::unique_ptr<device_session> simulated_session(std::string_view profile,
                                                                data_sizes timed = data_sizes::own);

}  // namespace checker
