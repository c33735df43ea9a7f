#pragma once

#include <string>
#include <vector>

namespace checker {

/// What runs in the sandbox to build a learner's file for a GPU: `build-submission --gpu NVCC ARCH
/// REDIRECTED SOURCE INCLUDE_FOLDER... -- LINKED...`, without its first two words. Hands over the
/// frames that it does for the simulated device, and "step": which one the status is of. The object
/// file is listed as nvcc has made it, before its calls are redirected.
void build_for_gpu(int channel, const std::vector<std::string>& arguments);

}  // namespace checker
