#pragma once

#include <set>
#include <string>

#include "checker/grading/graded.hpp"

namespace checker {

/// The GPUs on which overlap was measured, by name; none where the simulated device did all.
[[nodiscard]] std::set<std::string> gpus_of(const graded_submission& s);
[[nodiscard]] std::set<std::string> gpus_of(const graded_class& c);

/// "sim", and the GPUs behind it: "sim; NVIDIA H200".
[[nodiscard]] std::string devices_in_words(const graded_submission& s);

}  // namespace checker
