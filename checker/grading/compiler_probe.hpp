#pragma once

#include <string>

namespace checker {

/// Lets the C++ compiler that is used here ($CXX, g++ or clang++) read an empty file. What did not
/// work, in a line; empty where all did. Runs in the sandbox that submissions are built in
/// (`build-submission --probe-compiler`): which compilers are in sight shows only there.
[[nodiscard]] std::string probe_compiler();

}  // namespace checker
