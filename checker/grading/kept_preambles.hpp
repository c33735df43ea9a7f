#pragma once

#include <array>
#include <filesystem>

#include "checker/grading/grading_tree.hpp"

namespace checker {

/// Unused things are the normal state of a file that somebody is working on.
inline constexpr std::array flags_of_learners = {"-Wno-unused", "-Wno-unused-parameter"};

/// Where the compiler's own form of a lab's headers is kept for all submissions of it: most begin
/// as the starter does. Submissions only read it.
[[nodiscard]] std::filesystem::path preambles_of(const grading_tree& tree, const lab& l);

/// Makes it from the instructor's own starter, where it is not there. Takes a second a lab and some
/// 40 MB; without it, for whatever reason, compiling takes twice as long and nothing else changes.
void keep_preambles(const grading_tree& tree);

}  // namespace checker
