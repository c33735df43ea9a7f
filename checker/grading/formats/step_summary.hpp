#pragma once

#include <string>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// Markdown for a GitHub Actions job's summary: of one submission each lab and what to mend, of
/// several each lab's figures and a line per student. What students wrote stands in code spans and
/// blocks only, so that it stays text.
[[nodiscard]] std::string step_summary(const graded_class& c, const translation& say);

}  // namespace checker
