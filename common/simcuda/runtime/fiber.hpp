#pragma once

#include <cstddef>
#include <cstdint>

namespace simcuda {

/// A call stack of its own that runs until it suspends itself. Kernel threads that wait in a
/// barrier live on these. Neither copied nor moved: the stack holds addresses of itself.
class fiber {
public:
    using function = void (*)(void* argument);

    /// Uses `size` bytes at `stack`, which the caller keeps.
    fiber(void* stack, std::size_t size) : stack_(stack), size_(size) {}
    fiber(const fiber&) = delete;
    fiber& operator=(const fiber&) = delete;

    /// Next `resume` starts f(argument) from the top, whatever ran before.
    void prepare(function f, void* argument);
    /// Runs until f suspends or returns; true while it is suspended.
    [[nodiscard]] bool resume();
    /// From inside: back to whoever resumed.
    void suspend();

    /// For the entry code alone: the first call on the new stack.
    void run();

private:
    void* stack_;
    std::size_t size_;
    void* own_ = nullptr;  // saved stack pointers
    void* caller_ = nullptr;
    function f_ = nullptr;
    void* argument_ = nullptr;
    bool suspended_ = false;
};

}  // namespace simcuda
