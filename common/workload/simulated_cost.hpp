#pragma once

#include <cstdint>

#include "common/workload/recurrence.hpp"

/// What the kernel costs on the simulated device, which counts memory traffic but not arithmetic.
namespace workload {

/// Cycles of one arithmetic lane: a step is one 32-bit multiply-add, which multiprocessors do at
/// half the rate of simple operations.
[[nodiscard]] constexpr std::uint64_t cycles_of(unsigned int steps) {
    return 2ull * steps;
}

/// steps_at_once, worked out once for all threads that ask for the same number. Not instrumented:
/// this is the simulation's own memory, not the kernel's.
__attribute__((no_sanitize("thread"))) inline affine_step remembered_steps(unsigned int steps) {
    static thread_local unsigned int known_for = 0;
    static thread_local affine_step known;
    if (known_for != steps) {
        known_for = steps;
        known = steps_at_once(steps);
    }
    return known;
}

}  // namespace workload
