#pragma once

#include <string>

#include "checker/command/context.hpp"
#include "checker/harness/verdict.hpp"

namespace checker {

/// A verdict for a reader: a line a check, the figures, then each diagnosis: what happened, where
/// (the source line quoted), why, the change to try, what to read; last what to type next.
/// Source lines are read from the files that the verdict names, below the context's root.
[[nodiscard]] std::string render_verdict(const verdict& v, const context& c);

}  // namespace checker
