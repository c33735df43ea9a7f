#pragma once

#include <deque>
#include <vector>

#include "common/simcuda/runtime/vector_clock.hpp"

namespace simcuda {

/// Two operations that nothing orders, and all that a wait of the later one would order before it.
struct missing_order {
    stamp earlier, later;
    vector_clock earlier_side;
};

/// The missing orders that reports tell. What would be in order if they were there is a consequence
/// of theirs, and no news.
class missing_orders {
public:
    using cause = std::size_t;  ///< one report's

    [[nodiscard]] cause start(missing_order first);
    /// Are these two operations known to be of this cause?
    [[nodiscard]] bool holds(cause which, const stamp& earlier, const stamp& later) const;
    void add(cause to, missing_order another);

    /// With all of them in force, would `earlier` come before the end of `known`?
    [[nodiscard]] bool would_order(const stamp& earlier, const vector_clock& known) const;

private:
    std::vector<std::deque<missing_order>> causes_;  // of each, the newest few
};

}  // namespace simcuda
