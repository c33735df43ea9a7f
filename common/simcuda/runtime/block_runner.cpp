#include "common/simcuda/runtime/block_runner.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "common/simcuda/runtime/thread_fiber.hpp"
#include "common/simcuda/runtime/thread_index.hpp"

namespace simcuda {
namespace {

constexpr std::uint64_t stack_bytes = 256 * 1024;
constexpr std::uint64_t most_threads = 1024;
constexpr unsigned no_thread = ~0u;

/// Stacks that begin at the same place of their page compete for the same lines of the cache. So
/// each begins a few lines lower than the one before; 5 and the 64 lines of a page have no divisor
/// in common, so all places are used.
constexpr std::uint64_t beginning_of(std::uint64_t number) {
    constexpr std::uint64_t line = 64, step = 5;
    return number * step * line % page_size;
}

}  // namespace

void block_runner::queue::push(thread_fiber& f) {
    f.behind = nullptr;
    (first == nullptr ? first : last->behind) = &f;
    last = &f;
}

block_runner::thread_fiber& block_runner::queue::pop() {
    thread_fiber& f = *first;
    first = f.behind;
    if (first != nullptr)
        first->strand.expect();
    return f;
}

void block_runner::queue::append(queue& other) {
    if (other.first == nullptr)
        return;
    (first == nullptr ? first : last->behind) = other.first;
    last = other.last;
    other = {};
}

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
        const std::uint64_t number = fibers_.size();
        void* stack = reinterpret_cast<void*>(stacks_ + number * stack_bytes);
        mprotect(stack, page_size, PROT_NONE);
        fibers_.push_back(
            std::make_unique<thread_fiber>(*this, stack, stack_bytes - beginning_of(number)));
        thread_fiber& made = *fibers_.back();
        made.strand.prepare(&run_threads, &made);
        return made;
    }
    thread_fiber& f = *idle_.back();
    idle_.pop_back();
    return f;
}

/// The body of every fiber: threads of one block after another. An idle one waits in `leave` until
/// a thread that has not begun needs a stack.
void block_runner::run_threads(void* argument) {
    auto& self = *static_cast<thread_fiber*>(argument);
    for (;;) {
        do {
            self.owner.run_next_thread(self);
        } while (self.owner.next_has_not_begun());
        self.owner.leave(self);
    }
}

void block_runner::run_next_thread(thread_fiber& self) {
    self.thread.number = next_++;
    self.thread.index = next_index_;
    threadIdx = next_index_;
    if (++next_index_.x == extent_.x) {
        next_index_.x = 0;
        if (++next_index_.y == extent_.y) {
            next_index_.y = 0;
            ++next_index_.z;
        }
    }
    thread_cycles_ = waited_cycles_ = 0;
    thread_(body_);
    block_cycles_ = std::max(block_cycles_, thread_cycles_);
    thread_has_ended(self);
}

void block_runner::thread_has_ended(thread_fiber& self) {
    --live_;
    warp& w = warps_[self.thread.number / warp_lanes];
    w.live &= ~(1u << lane());
    self.thread.number = no_thread;
    // Others may have waited for this thread only.
    if (arrived_ != 0 && arrived_ == live_)
        open_barrier();
    settle_what_is_complete(w);
}

/// Is the thread that goes on one that any stack can begin?
bool block_runner::next_has_not_begun() const {
    return !abandoned_ && ready_.first == nullptr && next_ < count_;
}

/// The thread that goes on; null where there is none.
block_runner::thread_fiber* block_runner::next() {
    if (next_has_not_begun())
        return &take_fiber();
    if (abandoned_)
        return nullptr;
    if (ready_.first == nullptr && asking_ != 0)
        let_active_go();
    return ready_.first != nullptr ? &ready_.pop() : nullptr;
}

/// Another one goes on, until this thread is let go.
void block_runner::wait_here(thread_fiber& self) {
    thread_fiber* const other = next();
    if (other != &self) {
        active_ = other;
        self.strand.switch_to(other != nullptr ? other->strand : main_);
    }
    threadIdx = self.thread.index;
    waited_cycles_ = 0;
}

/// This stack has no thread: it is idle.
void block_runner::leave(thread_fiber& self) {
    idle_.push_back(&self);
    thread_fiber* const other = next();
    if (other == &self)
        return;
    active_ = other;
    self.strand.switch_to(other != nullptr ? other->strand : main_);
}

void block_runner::begin(dim3 extent) {
    extent_ = extent;
    next_ = 0;
    next_index_ = {};
    count_ = live_ = extent.x * extent.y * extent.z;
    abandoned_ = false;
    block_cycles_ = 0;
    ready_ = in_barrier_ = {};
    arrived_ = asking_ = 0;
    brought_ = 0;
    arrived_cycles_ = 0;
    for (unsigned first = 0; first < count_; first += warp_lanes) {
        warp& w = warps_[first / warp_lanes];
        const unsigned lanes = std::min(warp_lanes, count_ - first);
        w.live = ~0u >> (warp_lanes - lanes);
        w.waiting = 0;
    }
}

block_runner::outcome block_runner::run(dim3 extent, void (*thread)(const void*),
                                        const void* body) {
    if (live_ != 0)
        forget_threads();
    begin(extent);
    thread_ = thread;
    body_ = body;
    active_ = next();
    main_.switch_to(active_->strand);
    if (live_ == 0)
        return outcome::finished;
    return abandoned_ ? outcome::abandoned : outcome::stuck;
}

/// The stacks of threads that never end are simply used anew.
void block_runner::forget_threads() {
    idle_.clear();
    for (const auto& f : fibers_) {
        f->thread.number = no_thread;
        f->strand.prepare(&run_threads, f.get());
        idle_.push_back(f.get());
    }
}

int block_runner::wait_in_barrier(int brought, const void* pc) {
    thread_fiber& self = *active_;
    self.thread.in = meeting::block;
    self.thread.pc = pc;
    brought_ += brought;
    arrived_cycles_ = std::max(arrived_cycles_, thread_cycles_);
    in_barrier_.push(self);
    if (++arrived_ == live_)
        open_barrier();
    wait_here(self);
    // Nobody can have passed the next barrier meanwhile: these are still this one's.
    thread_cycles_ = barrier_cycles_;
    return sum_;
}

void block_runner::open_barrier() {
    sum_ = brought_;
    // The barrier lasts until its last thread has come.
    barrier_cycles_ = arrived_cycles_;
    brought_ = 0;
    arrived_ = 0;
    arrived_cycles_ = 0;
    ready_.append(in_barrier_);
}

void block_runner::read_clock(bool did_something) {
    // One in 64 of the time that the loop has waited, so that it is as little too late at its end.
    constexpr std::uint64_t one_reading = 40, part = 64, longest_reading = 8192;
    if (did_something)
        waited_cycles_ = 0;
    const std::uint64_t cycles = std::clamp(waited_cycles_ / part, one_reading, longest_reading);
    waited_cycles_ += cycles;
    thread_cycles_ += cycles;
}

void block_runner::abandon() {
    abandoned_ = true;
    active_->strand.switch_to(main_);
    __builtin_unreachable();
}

}  // namespace simcuda
