#pragma once

#include "common/simcuda/runtime/block_runner.hpp"

namespace simcuda {

/// A stack for threads of a block, and the thread that is on it.
struct block_runner::thread_fiber {
    thread_fiber(block_runner& runner, void* stack, std::uint64_t size)
        : owner(runner), strand(stack, size) {}
    block_runner& owner;
    fiber strand;
    thread_fiber* behind = nullptr;  ///< in a queue
    waiting_thread thread;
    lane_call brought;
    std::uint64_t result = 0;
    std::uint64_t cycles = 0;
};

}  // namespace simcuda
