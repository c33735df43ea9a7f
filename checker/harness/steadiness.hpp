#pragma once

#include <vector>

#include "common/timeline/units.hpp"

/// How far repeated measurements of the same thing can be believed. All as a share of the median.
namespace checker {

using timeline::nanoseconds;

/// Half of the times lie this close to the median.
[[nodiscard]] double spread_of(std::vector<nanoseconds> times);

/// The median that endlessly many measurements would have lies, 19 times in 20, this close to that
/// of these. Five cannot say more than that it lies between the shortest and the longest of them;
/// it shrinks with the root of their number, where the spread does not.
[[nodiscard]] double doubt_about_median(std::vector<nanoseconds> times);

/// Where the median is less certain than this, nothing is decided by it.
inline constexpr double most_doubt = 0.06;

/// After so many rounds of measuring: is another one worth its time?
[[nodiscard]] bool is_steady_enough(int rounds, double spread, double doubt);

}  // namespace checker
