#pragma once

#include "checker/harness/finding.hpp"
#include "checker/harness/tuning/sweep.hpp"

/// What a choice is worth beside the sweep of the same machine.
namespace checker {

/// A choice may be this much slower than the best of the sweep: 1 / 1.1 of its rate.
inline constexpr double wanted_share = 1 / 1.1;

/// The chosen plan's rate as a share of the best one's. Above 1 for a plan between those tried.
[[nodiscard]] double share_of_best(const sweep& s);

/// Why the chosen plan is too slow, if it is: chunks too large or too small, or too few streams.
[[nodiscard]] std::optional<finding> too_slow(const sweep& s);

/// Fewer streams would do, half as many or less.
[[nodiscard]] std::optional<finding> too_many_streams(const sweep& s);

/// How far the choices are on the way from one chunk in one stream to the best of each sweep, over
/// all machines on which there is something to gain: 0 to 0.9, as points for a part of it.
[[nodiscard]] double share_of_gains(const std::vector<sweep>& all);

}  // namespace checker
