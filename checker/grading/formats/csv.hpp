#pragma once

#include <string>

#include "checker/grading/graded.hpp"

namespace checker {

/// RFC 4180: a row per student, with a column for each lab's points, the total, what was possible,
/// the ids of the flags, and what the student's files are called.
[[nodiscard]] std::string grades_csv(const graded_class& c);

}  // namespace checker
