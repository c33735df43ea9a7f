#pragma once

namespace checker {

/// The main of a lab's program: runs its test cases, each a check of the lab, sends the verdict and
/// returns the exit status that belongs to it.
[[nodiscard]] int run_lab_program();

}  // namespace checker
