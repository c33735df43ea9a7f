#include "common/workload/calibrate.hpp"

#include <algorithm>
#include <cmath>

namespace workload {

unsigned int steps_for(timeline::nanoseconds wanted, const timed_steps& few,
                       const timed_steps& many) {
    constexpr double most = 1e9;
    const double a_step = static_cast<double>((many.took - few.took).count()) /
                          (static_cast<double>(many.steps) - static_cast<double>(few.steps));
    if (!(a_step > 0)) {
        return 1;  // too fast to be measured: then one step is as good as any number
    }
    const double more = static_cast<double>((wanted - few.took).count()) / a_step;
    const double steps = std::round(static_cast<double>(few.steps) + more);
    return static_cast<unsigned int>(std::clamp(steps, 1.0, most));
}

}  // namespace workload
