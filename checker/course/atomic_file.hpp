#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace checker {

/// Writes the whole file under another name and renames it, so that nobody ever sees half of it.
/// Throws file_error: no space, no permission.
void write_atomically(const std::filesystem::path& file, std::string_view content);

/// Throws file_error.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace checker
