#pragma once

#include <filesystem>
#include <string>

namespace checker {

/// What a command writes replaces an older file of its kind, and nothing else: throws command_error
/// for a folder, a device, a source file, or a folder that is not there. `example` is a name for
/// the advice.
void require_output_file(const std::filesystem::path& file, const std::string& example);

}  // namespace checker
