#pragma once

#include <vector>

#include "common/timeline/units.hpp"

namespace timeline {

/// The time from `start` up to, not including, `end`.
struct interval {
    nanoseconds start{0};
    nanoseconds end{0};

    [[nodiscard]] constexpr nanoseconds length() const { return end - start; }
    friend constexpr bool operator==(const interval&, const interval&) = default;
};

/// A set of moments, kept as sorted intervals that neither overlap nor touch. All results are exact
/// in whole nanoseconds.
class interval_set {
public:
    interval_set() = default;

    /// The union of `parts`, which may come in any order and overlap. Empty and reversed intervals
    /// contribute nothing. Sorts: n log n.
    explicit interval_set(std::vector<interval> parts);

    [[nodiscard]] const std::vector<interval>& parts() const { return parts_; }
    [[nodiscard]] bool empty() const { return parts_.empty(); }

    /// How long all parts last together.
    [[nodiscard]] nanoseconds length() const;

    /// How much of `window` the set covers, in logarithmic time.
    [[nodiscard]] nanoseconds covered(interval window) const;

    /// The times between two parts: one fewer than there are parts.
    [[nodiscard]] std::vector<interval> gaps() const;

    /// Set operations in linear time.
    friend interval_set operator|(const interval_set& a, const interval_set& b);
    friend interval_set operator&(const interval_set& a, const interval_set& b);
    friend interval_set operator-(const interval_set& a, const interval_set& b);

private:
    void index();

    std::vector<interval> parts_;
    std::vector<nanoseconds> before_;  ///< length of all parts before this one
};

}  // namespace timeline
