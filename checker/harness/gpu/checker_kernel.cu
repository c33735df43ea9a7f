#include "checker/harness/gpu/checker_kernel.hpp"

#include "common/workload/after_steps.cuh"
#include "common/workload/launch_shape.hpp"

namespace checker::gpu {
namespace {

/// The labs' kernel once more: the learner's object has the one that they launch.
__global__ void advance(std::uint32_t* elements, std::size_t count, unsigned int steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        elements[i] = workload::after_steps(elements[i], steps);
    }
}

}  // namespace

void launch_advance(std::uint32_t* elements, std::size_t count, unsigned int steps,
                    cudaStream_t stream) {
    advance<<<workload::blocks_for(count), workload::threads_per_block, 0, stream>>>(elements,
                                                                                   count, steps);
}

}  // namespace checker::gpu
