#include "common/simcuda/runtime/missing_orders.hpp"

#include <algorithm>
#include <utility>

namespace simcuda {
namespace {

constexpr std::size_t most_of_a_cause = 32;

}  // namespace

missing_orders::cause missing_orders::start(missing_order first) {
    causes_.emplace_back();
    causes_.back().push_back(std::move(first));
    return causes_.size() - 1;
}

bool missing_orders::holds(cause which, const stamp& earlier, const stamp& later) const {
    const std::deque<missing_order>& known = causes_[which];
    return std::any_of(known.begin(), known.end(), [&](const missing_order& o) {
        return o.earlier == earlier && o.later == later;
    });
}

void missing_orders::add(cause to, missing_order another) {
    std::deque<missing_order>& known = causes_[to];
    known.push_back(std::move(another));
    if (known.size() > most_of_a_cause)
        known.pop_front();
}

bool missing_orders::would_order(const stamp& earlier, const vector_clock& known) const {
    vector_clock then = known;
    std::vector<const missing_order*> missing;
    for (const auto& each : causes_) {
        for (const missing_order& o : each)
            missing.push_back(&o);
    }
    while (!then.knows(earlier)) {
        const auto rest = std::partition(missing.begin(), missing.end(),
                                         [&](const auto* o) { return !then.knows(o->later); });
        if (rest == missing.end())
            return false;
        std::for_each(rest, missing.end(), [&](const auto* o) { then.join(o->earlier_side); });
        missing.erase(rest, missing.end());
    }
    return true;
}

}  // namespace simcuda
