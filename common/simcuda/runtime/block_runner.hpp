#pragma once

#include <vector_types.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "common/simcuda/runtime/fiber.hpp"
#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// Runs the threads of one block, one after another on one call stack. A thread that meets a
/// barrier is parked there and the rest go on with another stack; when all that live are parked,
/// they are let go in order. A kernel without barriers thus costs one switch a block.
class block_runner {
public:
    static block_runner& of_this_thread();

    block_runner();
    ~block_runner();
    block_runner(const block_runner&) = delete;
    block_runner& operator=(const block_runner&) = delete;

    void run(dim3 extent, void (*thread)(const void*), const void* body);

    /// From a kernel thread: waits for the others; the sum of what all of them brought.
    int wait_in_barrier(int brought);
    /// From a kernel thread: the block ends here. Does not return.
    [[noreturn]] void abandon();

    /// The calling thread's virtual cycles, and the largest of the last block's.
    void add_cycles(std::uint64_t n) { thread_cycles_ += n; }
    [[nodiscard]] std::uint64_t thread_cycles() const { return thread_cycles_; }
    [[nodiscard]] std::uint64_t cycles() const { return block_cycles_; }

    /// Where a kernel's parameters are put: memory that its threads may read.
    [[nodiscard]] void* parameters() const;
    static constexpr std::size_t most_parameter_bytes = 32764;

    [[nodiscard]] bool owns_stack(address a) const { return a - stacks_ < stacks_size_; }

private:
    struct thread_fiber;
    static void run_threads(void* self);
    thread_fiber& take_fiber();
    void restore(const thread_fiber& f);
    void resume(thread_fiber& f);

    address stacks_ = 0;
    std::uint64_t stacks_size_ = 0;
    std::vector<std::unique_ptr<thread_fiber>> fibers_;
    std::size_t fibers_in_use_ = 0;
    std::vector<thread_fiber*> idle_, parked_;
    thread_fiber* active_ = nullptr;

    dim3 extent_;
    void (*thread_)(const void*) = nullptr;
    const void* body_ = nullptr;
    unsigned next_ = 0, count_ = 0;
    int brought_ = 0, sum_ = 0;
    bool abandoned_ = false;
    std::uint64_t thread_cycles_ = 0, block_cycles_ = 0;
};

}  // namespace simcuda
