#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace checker::gpu {

/// Launches the labs' kernel for the checker.
void launch_advance(std::uint32_t* elements, std::size_t count, unsigned int steps,
                    cudaStream_t stream);

}  // namespace checker::gpu
