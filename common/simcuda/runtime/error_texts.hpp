#pragma once

#include <driver_types.h>

namespace simcuda {

/// "cudaErrorInvalidValue" and "invalid argument"; for a number that is no error, what CUDA says.
[[nodiscard]] const char* error_name(cudaError_t error);
[[nodiscard]] const char* error_text(cudaError_t error);

}  // namespace simcuda
