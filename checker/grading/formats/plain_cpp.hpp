#pragma once

#include <string>
#include <string_view>

namespace checker {

/// CUDA C++ as a parser of plain C++ takes it, line for line: `kernel<<<grid, block>>>(x)` becomes
/// `kernel(grid, block)(x)`, and specifiers such as `__global__` go. It is made to be compared with
/// others of its kind, not to be compiled.
[[nodiscard]] std::string as_plain_cpp(std::string_view text);

}  // namespace checker
