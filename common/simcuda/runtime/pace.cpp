#include "common/simcuda/runtime/pace.hpp"

#include <cmath>
#include <utility>

namespace simcuda {

void pace::vary(std::vector<double> factors) {
    factors_ = std::move(factors);
    issued_.clear();
}

work pace::next(timeline::op_kind kind, work w) {
    if (factors_.empty() || w.duration.count() == 0)
        return w;
    const double factor = factors_[issued_[kind]++ % factors_.size()];
    w.duration = nanoseconds{std::llround(factor * static_cast<double>(w.duration.count()))};
    return w;
}

}  // namespace simcuda
