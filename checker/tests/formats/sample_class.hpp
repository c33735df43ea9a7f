#pragma once

#include <string>
#include <vector>

#include "checker/grading/graded.hpp"

namespace checker::tests {

/// A class of four: one passed, one was slow, one handed in something that does not compile and
/// something that nobody may use, one is an attack on whoever reads the results.
[[nodiscard]] graded_class sample_class();

/// What a student may write where text is asked for, with what it would do where it is taken for
/// more than text.
[[nodiscard]] std::vector<std::string> hostile_texts();

/// A class whose one submission says the text wherever it can.
[[nodiscard]] graded_class class_saying(const std::string& text);

/// The seed of all these classes: it must be in no output.
inline constexpr std::uint64_t secret_seed = 8675309421;

}  // namespace checker::tests
