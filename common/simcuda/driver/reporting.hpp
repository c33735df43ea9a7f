#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simcuda/rewriter/rewriter.hpp"

namespace simcuda::driver {

enum class ink : bool { plain, coloured };

/// A problem in the way compilers print one: place, sentence, the learner's line and a caret.
[[nodiscard]] std::string describe(const rewriter::problem& problem, ink colour);

/// "error: ..." without a place.
[[nodiscard]] std::string describe(std::string_view message, ink colour);

/// Sentences about the headers that a failed preprocessor did not find and that no program for
/// the simulated device can have.
[[nodiscard]] std::vector<std::string> explain_missing_headers(std::string_view compiler_errors);

}  // namespace simcuda::driver
