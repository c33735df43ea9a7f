#pragma once

#include <filesystem>
#include <string>

#include "checker/command/terminal.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/pages/wording.hpp"

namespace checker {

/// The recordings of a verdict's timeline file (below `root`) under each other, for this terminal,
/// with the verdict's own speedup beside the last, in the reader's words.
/// Throws std::runtime_error when the file is missing or not a timeline.
[[nodiscard]] std::string draw_timeline_of(const verdict& v, const std::filesystem::path& root,
                                           const terminal& t, const wording& words);

}  // namespace checker
