#pragma once

#include <vector>

#include "checker/harness/rules/measured_stage.hpp"

/// Where the events of a measured stage stand, and its work.
namespace checker {

[[nodiscard]] std::vector<operation> records_of(const measured_stage& stage);
/// The records in streams that have no work at all: they are the time of nothing.
[[nodiscard]] std::vector<operation> records_beside_the_work(const measured_stage& stage);

/// A pair of marks in the stage's stream with a run of it between them.
[[nodiscard]] bool has_marks_around(const measured_stage& stage);
/// Two marks of one stream with no run of the stage between them that are as far apart as the time
/// says.
[[nodiscard]] bool has_nothing_between(const measured_stage& stage);
/// Two records with a run of the stage between them, and nothing else; in whatever streams.
[[nodiscard]] bool has_pair_of_its_own(const measured_stage& stage);

}  // namespace checker
