#pragma once

#include <string>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// A submission as Gradescope's results.json: a test per check of each lab, or one for the lab
/// where its checks do not account for its points. The scores add up to the submission's points.
[[nodiscard]] std::string gradescope_results(const graded_submission& s, const translation& say);

}  // namespace checker
