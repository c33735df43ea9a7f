#pragma once

#include "checker/harness/device_session.hpp"

namespace checker {

/// The device that this program's lab is checked on.
[[nodiscard]] device_session& the_device();

}  // namespace checker
