#pragma once

#include "checker/command/context.hpp"
#include "checker/command/grade_class.hpp"
#include "checker/grading/graded.hpp"

namespace checker {

/// What whoever graded a class wants to know first: points by lab, flags, and where the rest is.
void print_summary(const context& c, const class_to_grade& what, const graded_class& whole);

}  // namespace checker
