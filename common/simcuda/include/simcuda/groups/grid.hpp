#pragma once

#include "simcuda/groups/block.hpp"

namespace cooperative_groups {

/// All threads of the launch: their numbers, but no barrier.
class grid_group {
public:
    SIMCUDA_GROUP bool is_valid() const { return false; }
    void sync() const __attribute__((unavailable(
        "blocks of a grid cannot wait for one another on the simulated device; split the work "
        "into two kernels in the same stream")));

    static SIMCUDA_GROUP unsigned long long size() { return num_blocks() * thread_block::size(); }
    static SIMCUDA_GROUP unsigned long long num_threads() { return size(); }
    static SIMCUDA_GROUP unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static SIMCUDA_GROUP unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static SIMCUDA_GROUP unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    static SIMCUDA_GROUP dim3 dim_blocks() { return gridDim; }
    static SIMCUDA_GROUP dim3 group_dim() { return gridDim; }
    static SIMCUDA_GROUP dim3 block_index() { return blockIdx; }
    static SIMCUDA_GROUP dim3 dim_threads() {
        return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z};
    }
    static SIMCUDA_GROUP dim3 thread_index() {
        return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z};
    }
};

SIMCUDA_GROUP grid_group this_grid() {
    return {};
}

}  // namespace cooperative_groups
