#pragma once

#include <string>
#include <vector>

#include "checker/grading/graded.hpp"

namespace checker {

/// Not where a class was put together before this submission was graded.
[[nodiscard]] bool is_graded(const graded_submission& s);

/// The class without those that are not graded yet: their 0 points would look like a result.
[[nodiscard]] graded_class graded_part(graded_class c);

/// Do the checks of the lab's verdict account for its points? Not where the file did not build, the
/// program crashed or a flag took the points: then there is only the lab as a whole.
[[nodiscard]] bool has_points_by_check(const graded_lab& l);

/// "pass", "fail", "inconclusive", "error"; "missing" where nothing was run, "refused" where a flag
/// took the points of a verdict that gave some.
[[nodiscard]] std::string outcome_of(const graded_lab& l);

/// All the lab's points, with a verdict that says so.
[[nodiscard]] bool is_passed(const graded_lab& l);

/// The submission's entry for a lab of the class; nullptr where it has none.
[[nodiscard]] const graded_lab* find_lab(const graded_submission& s, const std::string& lab);

}  // namespace checker
