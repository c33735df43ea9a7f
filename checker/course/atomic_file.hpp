#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace checker {

/// Writes the whole file under another name and renames it, so that nobody ever sees half of it.
/// Throws std::system_error with the file's name: no space, no permission.
void write_atomically(const std::filesystem::path& file, std::string_view content);

/// Throws std::system_error with the file's name.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace checker
