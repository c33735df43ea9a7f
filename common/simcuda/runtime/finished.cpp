#include "common/simcuda/runtime/finished.hpp"

#include <algorithm>

namespace simcuda {

void finished::add(engine where, nanoseconds end) {
    const auto at = static_cast<std::size_t>(where) - static_cast<std::size_t>(engine::h2d);
    if (at < ends_.size())
        ends_[at] = std::max(ends_[at].value_or(end), end);
}

void finished::add(const finished& other) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (other.ends_[i])
            ends_[i] = std::max(ends_[i].value_or(*other.ends_[i]), *other.ends_[i]);
    }
}

nanoseconds finished::known_to(engine mine, nanoseconds hand_over) const {
    nanoseconds when{0};
    const auto at = static_cast<std::size_t>(mine) - static_cast<std::size_t>(engine::h2d);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (i != at && ends_[i])
            when = std::max(when, *ends_[i] + hand_over);
    }
    return when;
}

}  // namespace simcuda
