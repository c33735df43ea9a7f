#pragma once

#include <functional>

#include "checker/harness/comparison.hpp"

/// Where time has noise, one measurement is not enough to fail somebody.
namespace checker {

/// Is what was asked for reached?
using goal = std::function<bool(const comparison&)>;

/// So much of the gap closed.
[[nodiscard]] goal gap_closed(double wanted);

/// Steady, no faster than the bound allows, and the goal is reached.
[[nodiscard]] bool is_good(const comparison& c, const goal& wanted, double least_noise);

/// Would it be good had nothing disturbed it? What is further off than other work on a machine has
/// been seen to cost needs no second opinion.
[[nodiscard]] bool may_be_noise(const comparison& c, const goal& wanted, double least_noise);

/// Measures until it is good or clearly is not, three times at most, with a pause before each
/// further time. The comparison that was good, or else the one that closes most of the gap of those
/// that are steady, or else the steadiest.
[[nodiscard]] comparison best_opinion(const std::function<comparison()>& measure,
                                      const goal& wanted, double least_noise,
                                      const std::function<void()>& pause);

/// The same with the pauses that a device needs; once where time is exact.
[[nodiscard]] comparison measured_without_doubt(device_session& device, const goal& wanted,
                                                const std::function<comparison()>& measure);

}  // namespace checker
