#pragma once

#include "checker/command/commands.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/sandbox.hpp"

namespace checker {

/// Tries in the sandbox whether the compiler is in sight there. Throws command_error that says
/// which is not and which would be: before any submission is touched, none of which is to blame.
void require_compiler(const context& c, const grade_options& o, const grading_tree& tree,
                      const sandbox& box);

}  // namespace checker
