#pragma once

#include <cstdint>

#include "checker/command/grade_class.hpp"

namespace checker {

enum class slurm_end : std::uint8_t {
    over,      ///< nothing is at work any more: what there is can be collected
    going_on,  ///< submitted, or still at work, and nobody waits
};

/// Throws command_error where no jobs can be submitted from this machine.
void require_cluster(const context& c);

/// Submits one array over the submissions without a result, unless one is at work already, and
/// waits for it. Throws command_error.
[[nodiscard]] slurm_end grade_with_slurm(const context& c, const grade_options& o,
                                         const class_to_grade& what);

}  // namespace checker
