#pragma once

#include <memory>

#include "checker/command/commands.hpp"
#include "checker/grading/sandboxed_gpu.hpp"

namespace checker {

/// Builds the checkers for a GPU where they are not built yet, for `lab grade --device both`.
/// Throws command_error where there can be none: said before any submission is touched.
void require_gpu_programs(const context& c);

/// This machine's GPU for grading, tried in the sandbox. Throws command_error that says what is
/// missing. `tree` and `box` have to outlive it.
[[nodiscard]] std::unique_ptr<sandboxed_gpu> gpu_for_grading(const context& c,
                                                             const grade_options& o,
                                                             const grading_tree& tree,
                                                             const sandbox& box);

}  // namespace checker
