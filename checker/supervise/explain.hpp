#pragma once

#include <vector>

#include "checker/messages/words.hpp"
#include "checker/supervise/supervise.hpp"

namespace checker {

/// Whether the checker had its say before the program ended.
enum class verdict_was { sent, missing };

/// Why a program that ended in this way did not pass, for its author, in up to three paragraphs:
/// what happened, what usually causes it, what to try.
[[nodiscard]] std::vector<words> explain(const outcome& o, verdict_was verdict);

}  // namespace checker
