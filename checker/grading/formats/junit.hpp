#pragma once

#include <string>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// JUnit's XML as most programs read it: a suite per student, a case per lab. A lab that this
/// device cannot decide is skipped, a fault of ours is an error, all else that gave no pass is a
/// failure.
[[nodiscard]] std::string junit_xml(const graded_class& c, const translation& say);

}  // namespace checker
