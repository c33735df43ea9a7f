#pragma once

#include <optional>

#include "checker/harness/rules/measured_stage.hpp"

/// A time may be as long as it should be, and yet not be what was asked for.
namespace checker {

/// Of all runs, those to warm up among them; 0 when the stage never ran.
[[nodiscard]] double median_ms(const measured_stage& stage);

/// Why a right time is none that the events have told: they tell another one, or that of fewer runs
/// than were asked for. Nothing when it is theirs, or when nobody knows what they were asked.
[[nodiscard]] std::optional<finding> not_of_the_events(const measured_stage& stage);

/// Why a time is neither the mean nor the median of the runs, where these were made to take
/// different times. Nothing when it is.
[[nodiscard]] std::optional<finding> not_the_mean(const measured_stage& stage);

}  // namespace checker
