#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// What a command writes replaces an older file of its kind, and nothing else: throws command_error
/// for a folder, a device, a folder that is not there, or a name that does not end in one of
/// `endings` (".html"). A name without an ending is fine for a new file. `example` is a name for
/// the advice.
void require_output_file(const std::filesystem::path& file, const std::string& example,
                         const std::vector<std::string_view>& endings);

}  // namespace checker
