#pragma once

#include <string>
#include <vector>

namespace simcuda {

/// The stream among the arguments of a call of this function; empty if it takes none, or was left
/// out.
[[nodiscard]] std::string stream_among(const std::string& call,
                                       const std::vector<std::string>& arguments);

/// The variable that an argument names: x for `&x`, `(void**)&x`, `reinterpret_cast<void**>(&x)`,
/// `x.data()` and `(char*)x`. Empty for an expression.
[[nodiscard]] std::string variable_in(std::string argument);

}  // namespace simcuda
