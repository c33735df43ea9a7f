#pragma once

#include <string>

#include "checker/command/context.hpp"
#include "checker/command/gpu_here.hpp"

namespace checker {

/// What the variable CUDA_VISIBLE_DEVICES of this process is; empty where it is not set.
[[nodiscard]] std::string visible_gpus();

/// What CUDA_VISIBLE_DEVICES has to be for `--gpu asked`. `visible` is the variable as it is now,
/// empty where it is not set: the numbers count among what it leaves. Nothing asked for: the first.
/// Throws command_error for what is no GPU of these.
[[nodiscard]] std::string visible_for(const context& c, const gpus_here& here,
                                      const std::string& asked, const std::string& visible);

}  // namespace checker
