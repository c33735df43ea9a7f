#pragma once

#include "cuda_runtime.h"

// Cooperative groups: the group of any kind, and the block. CUDA C++ Programming Guide,
// "Cooperative Groups".

#define SIMCUDA_GROUP SIMCUDA_WRAPPER __device__

namespace cooperative_groups {

struct group_maker;

/// A block, or some lanes of one warp.
class thread_group {
public:
    SIMCUDA_GROUP unsigned long long size() const {
        return lanes_ == whole_block
                   ? static_cast<unsigned long long>(blockDim.x) * blockDim.y * blockDim.z
                   : static_cast<unsigned long long>(__popc(lanes_));
    }
    SIMCUDA_GROUP unsigned long long num_threads() const { return size(); }
    SIMCUDA_GROUP unsigned long long thread_rank() const {
        return lanes_ == whole_block ? rank_in_block() : rank_among(lanes_);
    }
    SIMCUDA_GROUP void sync() const {
        if (lanes_ == whole_block)
            simcuda::barrier();
        else
            simcuda::meet(simcuda::meeting::warp, lanes_, 0);
    }

protected:
    friend struct group_maker;

    static constexpr unsigned int whole_block = 0;
    SIMCUDA_GROUP explicit thread_group(unsigned int lanes) : lanes_(lanes) {}
    static SIMCUDA_GROUP unsigned int rank_in_block() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    static SIMCUDA_GROUP unsigned int rank_among(unsigned int lanes) {
        return static_cast<unsigned int>(__popc(lanes & ((1u << simcuda::lane()) - 1)));
    }

    unsigned int lanes_;
};

class thread_block : public thread_group {
public:
    struct arrival_token {};

    SIMCUDA_GROUP thread_block() : thread_group(whole_block) {}

    static SIMCUDA_GROUP void sync() { simcuda::barrier(); }
    /// Threads run one after another: nothing is gained by arriving early.
    SIMCUDA_GROUP arrival_token barrier_arrive() const { return {}; }
    SIMCUDA_GROUP void barrier_wait(arrival_token&&) const { simcuda::barrier(); }

    static SIMCUDA_GROUP unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    static SIMCUDA_GROUP unsigned int num_threads() { return size(); }
    static SIMCUDA_GROUP unsigned int thread_rank() { return rank_in_block(); }
    static SIMCUDA_GROUP dim3 group_index() { return blockIdx; }
    static SIMCUDA_GROUP dim3 thread_index() { return threadIdx; }
    static SIMCUDA_GROUP dim3 group_dim() { return blockDim; }
    static SIMCUDA_GROUP dim3 dim_threads() { return blockDim; }
};

SIMCUDA_GROUP thread_block this_thread_block() {
    return {};
}

template <class Group>
SIMCUDA_GROUP void sync(const Group& group) {
    group.sync();
}
template <class Group>
SIMCUDA_GROUP auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <class Group>
SIMCUDA_GROUP auto group_size(const Group& group) -> decltype(group.num_threads()) {
    return group.num_threads();
}

}  // namespace cooperative_groups
