#pragma once

#include <filesystem>
#include <string>

#include "checker/command/terminal.hpp"

namespace checker {

/// The recordings of a verdict's timeline file under each other, for this terminal.
/// Throws std::runtime_error when the file is missing or not a timeline.
[[nodiscard]] std::string draw_timeline_file(const std::filesystem::path& file, const terminal& t);

}  // namespace checker
