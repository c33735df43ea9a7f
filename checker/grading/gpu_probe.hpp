#pragma once

#include <string>

namespace checker {

/// Does what every program on a GPU begins with: the driver's library, a context, some memory.
/// What did not work, in the driver's words; empty where all did. Runs in the sandbox that labs run
/// in (`build-submission --probe-gpu`): what a sandbox keeps from a driver shows only there.
[[nodiscard]] std::string probe_gpu();

}  // namespace checker
