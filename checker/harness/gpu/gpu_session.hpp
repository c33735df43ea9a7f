#pragma once

#include <memory>

#include "checker/harness/device_session.hpp"

namespace checker {

/// The GPU that is current in this process. Throws no_device where there is none.
[[nodiscard]] std::unique_ptr<device_session> gpu_session();

}  // namespace checker
