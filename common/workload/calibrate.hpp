#pragma once

#include "common/timeline/units.hpp"

namespace workload {

/// One timed run of the kernel over a chunk.
struct timed_steps {
    unsigned int steps = 0;
    timeline::nanoseconds took{0};
};

/// How many steps make the kernel take `wanted` on the device on which `few` and `many` were
/// measured: the kernel's time is a fixed part and a part for each step. At least 1.
[[nodiscard]] unsigned int steps_for(timeline::nanoseconds wanted, const timed_steps& few,
                                     const timed_steps& many);

}  // namespace workload
