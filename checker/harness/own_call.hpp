#pragma once

#include <cuda_runtime_api.h>

namespace checker {

/// For the checker's own calls: throws std::runtime_error with the error's words. That makes the
/// verdict an `error`, which is ours and not the learner's.
void expect_success(cudaError_t error);

}  // namespace checker
