#include "common/simcuda/runtime/block_runner.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "common/simcuda/runtime/thread_index.hpp"

namespace simcuda {
namespace {

constexpr std::uint64_t stack_bytes = 256 * 1024;
constexpr std::uint64_t most_threads = 1024;

}  // namespace

struct block_runner::thread_fiber {
    thread_fiber(block_runner& runner, void* stack) : owner(runner), strand(stack, stack_bytes) {}
    block_runner& owner;
    fiber strand;
    uint3 index{};
    std::uint64_t cycles = 0;
};

block_runner& block_runner::of_this_thread() {
    static thread_local block_runner runner;
    return runner;
}

block_runner::block_runner() : stacks_size_(stack_bytes * (most_threads + 1)) {
    void* p = mmap(nullptr, stacks_size_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (p == MAP_FAILED)
        throw std::bad_alloc();
    stacks_ = reinterpret_cast<address>(p);
}

block_runner::~block_runner() {
    munmap(reinterpret_cast<void*>(stacks_), stacks_size_);
}

void* block_runner::parameters() const {
    return reinterpret_cast<void*>(stacks_ + most_threads * stack_bytes);
}

block_runner::thread_fiber& block_runner::take_fiber() {
    if (idle_.empty()) {
        // The lowest page of each stack is its guard.
        void* stack = reinterpret_cast<void*>(stacks_ + fibers_.size() * stack_bytes);
        mprotect(stack, page_size, PROT_NONE);
        fibers_.push_back(std::make_unique<thread_fiber>(*this, stack));
        idle_.push_back(fibers_.back().get());
    }
    thread_fiber* f = idle_.back();
    idle_.pop_back();
    f->strand.prepare(&run_threads, f);
    return *f;
}

/// The body of every fiber: threads of the block until none is left.
void block_runner::run_threads(void* argument) {
    auto& self = *static_cast<thread_fiber*>(argument);
    block_runner& runner = self.owner;
    const dim3 extent = runner.extent_;
    while (runner.next_ < runner.count_) {
        const unsigned n = runner.next_++;
        threadIdx = {n % extent.x, n / extent.x % extent.y, n / extent.x / extent.y};
        runner.thread_cycles_ = 0;
        runner.thread_(runner.body_);
        runner.block_cycles_ = std::max(runner.block_cycles_, runner.thread_cycles_);
    }
}

void block_runner::resume(thread_fiber& f) {
    active_ = &f;
    if (f.strand.resume()) {
        if (!abandoned_)
            parked_.push_back(&f);
    } else {
        idle_.push_back(&f);
    }
}

void block_runner::run(dim3 extent, void (*thread)(const void*), const void* body) {
    extent_ = extent;
    thread_ = thread;
    body_ = body;
    next_ = 0;
    count_ = extent.x * extent.y * extent.z;
    brought_ = 0;
    abandoned_ = false;
    block_cycles_ = 0;
    while (next_ < count_ && !abandoned_)
        resume(take_fiber());
    while (!parked_.empty() && !abandoned_) {
        sum_ = brought_;
        brought_ = 0;
        std::vector<thread_fiber*> released;
        released.swap(parked_);
        // The barrier lasts until its last thread has come.
        std::uint64_t cycles = 0;
        for (const thread_fiber* f : released)
            cycles = std::max(cycles, f->cycles);
        for (thread_fiber* f : released) {
            if (abandoned_)
                break;
            threadIdx = f->index;
            thread_cycles_ = cycles;
            resume(*f);
        }
    }
    if (abandoned_) {
        // Their stacks are simply used anew.
        parked_.clear();
        idle_.clear();
        for (const auto& f : fibers_)
            idle_.push_back(f.get());
    }
}

int block_runner::wait_in_barrier(int brought) {
    thread_fiber& self = *active_;
    self.index = threadIdx;
    self.cycles = thread_cycles_;
    brought_ += brought;
    self.strand.suspend();
    return sum_;
}

void block_runner::abandon() {
    abandoned_ = true;
    active_->strand.suspend();
    __builtin_unreachable();
}

}  // namespace simcuda
