#pragma once

#include <CLI/Error.hpp>

#include <string>

#include "checker/messages/words.hpp"

namespace checker {

/// What is wrong with a command line, and how to see the right one: for a mistake that CLI11 has
/// found while it read the options of `command`; empty for `lab` itself.
[[nodiscard]] words sentence_of(const CLI::ParseError& mistake, const std::string& command);

}  // namespace checker
