#pragma once

#include <cmath>
#include <string>
#include <vector>

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
    timeline::bytes size{};    ///< of one copy, as it is asked for; 0: of a kernel
    double least_ms = 0;       ///< that one run of what is asked for takes; 0: not known
    double mark_error_ms = 0;  ///< what the recorded time between two marks may be off by
};

/// How far a figure may be off.
inline constexpr double allowed_deviation = 0.05;

[[nodiscard]] inline bool is_about(double value, double wanted) {
    return std::abs(value - wanted) <= allowed_deviation * std::abs(wanted);
}

[[nodiscard]] inline double ms_of(const operation& op) {
    return timeline::to_ms(op.end - op.start);
}

[[nodiscard]] double total_ms(const std::vector<operation>& operations);

/// The stage's runs, those to warm up among them.
[[nodiscard]] std::vector<operation> runs_of(const measured_stage& stage);

/// Time of one run, as recorded, in milliseconds; 0 when the stage never ran. Where runs took
/// different times, the mean of the last so many that the reported one is a mean of: those before
/// were to warm up.
[[nodiscard]] double recorded_ms(const measured_stage& stage);

/// A finding with the figures that all texts about a stage have.
[[nodiscard]] finding about(const std::string& text, const measured_stage& stage,
                            const std::vector<operation>& where = {});

}  // namespace checker
