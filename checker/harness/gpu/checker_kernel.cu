#include "checker/harness/gpu/checker_kernel.hpp"

#include "common/workload/advance.cuh"

namespace checker::gpu {

void launch_advance(std::uint32_t* elements, std::size_t count, unsigned int steps,
                    cudaStream_t stream) {
    workload::advance<<<workload::blocks_for(count), workload::threads_per_block, 0, stream>>>(
        elements, count, steps);
}

}  // namespace checker::gpu
