#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "checker/command/context.hpp"

namespace checker {

/// What the command line asks for: something to do, or an exit status because all is said already
/// (help).
using parsed_command = std::variant<std::function<int(const context&)>, int>;

/// Prints help on standard output; throws command_error for what cannot be understood. `help` has
/// the help in the reader's language, by the English that stands in arguments.cpp.
[[nodiscard]] parsed_command parse_arguments(int argc, const char* const* argv,
                                             const translation& help = {});

}  // namespace checker
