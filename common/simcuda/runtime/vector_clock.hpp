#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simcuda {

/// Who orders work: actor 0 is the host, every stream has a slot of its own.
using actor = std::uint32_t;
using sequence = std::uint64_t;
inline constexpr actor host_actor = 0;

/// One operation's place in its actor's own order.
struct stamp {
    actor who = host_actor;
    sequence at = 0;

    friend bool operator==(const stamp&, const stamp&) = default;
};

/// What is known to have happened: for each actor, how far. An operation X happened before Y
/// exactly when Y's clock knows X's stamp.
class vector_clock {
public:
    [[nodiscard]] bool knows(stamp s) const { return s.who < at_.size() && at_[s.who] >= s.at; }
    [[nodiscard]] sequence of(actor a) const { return a < at_.size() ? at_[a] : 0; }

    void advance(stamp s) {
        if (s.who >= at_.size())
            at_.resize(s.who + 1, 0);
        at_[s.who] = std::max(at_[s.who], s.at);
    }

    void join(const vector_clock& other) {
        if (other.at_.size() > at_.size())
            at_.resize(other.at_.size(), 0);
        for (std::size_t i = 0; i < other.at_.size(); ++i)
            at_[i] = std::max(at_[i], other.at_[i]);
    }

private:
    std::vector<sequence> at_;
};

}  // namespace simcuda
