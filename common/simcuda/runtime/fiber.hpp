#pragma once

#include <cstddef>
#include <cstdint>

extern "C" void simcuda_switch_stack(void** save, void* load);

namespace simcuda {

/// A call stack of its own. Kernel threads that wait for others live on these. Neither copied nor
/// moved: the stack holds addresses of itself.
class fiber {
public:
    using function = void (*)(void* argument);

    /// The call stack of the calling thread, to come back to.
    fiber() = default;
    /// Uses `size` bytes at `stack`, which the caller keeps.
    fiber(void* stack, std::size_t size) : stack_(stack), size_(size) {}
    fiber(const fiber&) = delete;
    fiber& operator=(const fiber&) = delete;

    /// The next switch to this fiber starts f(argument) from the top, whatever ran before. f never
    /// returns: it switches to another fiber instead.
    void prepare(function f, void* argument);

    /// From this fiber, which runs now, to `other`. Returns when somebody switches back.
    void switch_to(fiber& other) { simcuda_switch_stack(&own_, other.own_); }

    /// This fiber will be switched to soon: have the top of its stack at hand by then.
    void expect() const { __builtin_prefetch(own_); }

    /// For the entry code alone: the first call on the new stack.
    void run();

private:
    void* stack_ = nullptr;
    std::size_t size_ = 0;
    void* own_ = nullptr;  // saved stack pointer
    function f_ = nullptr;
    void* argument_ = nullptr;
};

}  // namespace simcuda
