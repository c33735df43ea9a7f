#pragma once

#include <string>
#include <string_view>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// What there is to say of a lab, as plain text for formats that know nothing of our diagnoses:
/// each check that was not passed, each diagnosis with its places, why there are no points, and
/// what the compiler said. Empty for a lab that was passed. Student text in it is as it came.
[[nodiscard]] std::string account_of(const graded_submission& s, const graded_lab& l,
                                     const translation& say);

/// The same for its diagnoses alone.
[[nodiscard]] std::string diagnoses_of(const graded_lab& l, const translation& say);

/// As much of a compiler's output as anybody reads.
[[nodiscard]] std::string beginning_of(std::string_view text);

}  // namespace checker
