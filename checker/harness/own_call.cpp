#include "checker/harness/own_call.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace checker {

void expect_success(cudaError_t error) {
    if (error != cudaSuccess) {
        throw std::runtime_error(
            fmt::format("the checker's own call failed: {}", cudaGetErrorString(error)));
    }
}

}  // namespace checker
