#pragma once

#include <string>
#include <vector>

#include "checker/grading/graded.hpp"

namespace checker {

/// "missing; 04-streams: imports": the ids of all flags of a submission.
[[nodiscard]] std::string flags_in_words(const graded_submission& s);

/// What a student should know of a lab besides its verdict: the flags that took its points away.
/// Notes are for the instructor.
[[nodiscard]] std::vector<flag> reasons_for_no_points(const graded_submission& s,
                                                      const graded_lab& l);

}  // namespace checker
