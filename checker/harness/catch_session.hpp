#pragma once

namespace checker {

/// Runs the program's test cases in the order in which they stand in the file, and tells the report
/// what becomes of each. Prints nothing: what the learner's code prints stays apart.
void run_test_cases();

}  // namespace checker
