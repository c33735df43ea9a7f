#pragma once

#include <string>

#include "checker/supervise/supervise.hpp"

namespace checker {

/// Whether the checker had its say before the program ended.
enum class verdict_was { sent, missing };

/// Why a program that ended in this way did not pass, for its author: what happened, an empty line,
/// what usually causes it, an empty line, what to try.
[[nodiscard]] std::string explain(const outcome& o, verdict_was verdict);

}  // namespace checker
