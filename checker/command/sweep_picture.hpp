#pragma once

#include <filesystem>
#include <string>

#include "checker/command/terminal.hpp"
#include "checker/pages/wording.hpp"

namespace checker {

/// The chart of a lab that compares many runs, as its checker left it in the run folder; each of
/// these is empty for other labs.

/// For this terminal.
[[nodiscard]] std::string sweep_text(const std::filesystem::path& folder, const terminal& how);
/// A file for a document.
[[nodiscard]] std::string sweep_svg(const std::filesystem::path& folder);
/// A part of a page. The chart is an image: whatever its file holds, nothing in it can run.
[[nodiscard]] std::string sweep_markup(const std::filesystem::path& folder, const wording& words);

}  // namespace checker
