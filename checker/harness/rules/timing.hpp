#pragma once

#include <optional>
#include <string>

#include "checker/harness/rules/measured_stage.hpp"

namespace checker {

/// Why the reported time is not the recorded one, not the mean of as many runs as were asked for,
/// or not read off events; nothing when all is well.
[[nodiscard]] std::optional<finding> wrong_time(const measured_stage& stage);

/// Why some of so many right times must be the host's: fewer of them were read off events. Nothing
/// when there may have been enough.
[[nodiscard]] std::optional<finding> too_few_from_events(const timeline::recording& recorded,
                                                         std::size_t times);

/// Why a rate is not bytes / time; nothing when it is. `name` as the learner calls it.
[[nodiscard]] std::optional<finding> wrong_rate(const std::string& name, double reported_gb_per_s,
                                                timeline::bytes size, double ms);

}  // namespace checker
