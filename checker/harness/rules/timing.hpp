#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "checker/harness/finding.hpp"
#include "checker/harness/rules/pick.hpp"

namespace checker {

/// A time that the learner has measured, and what the device has recorded of it.
struct measured_stage {
    std::string name;  ///< "upload_ms", as the learner calls it
    op_kind kind = op_kind::kernel;
    double reported_ms = 0;
    unsigned int runs = 1;  ///< that the mean is taken of
    timeline::recording recorded;
    timeline::bytes size{};  ///< of one copy, as it is asked for; 0: of a kernel
};

/// How far a figure may be off.
inline constexpr double allowed_deviation = 0.05;

[[nodiscard]] inline bool is_about(double value, double wanted) {
    return std::abs(value - wanted) <= allowed_deviation * std::abs(wanted);
}

/// Time of one run, as recorded, in milliseconds; 0 when the stage never ran. Where runs took
/// different times, the mean of the last so many that the reported one is a mean of: those before
/// were to warm up.
[[nodiscard]] double recorded_ms(const measured_stage& stage);

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
