#pragma once

#include <filesystem>

#include "checker/command/context.hpp"

namespace checker {

/// Makes the folder for a command to fill. Throws command_error where there is something already:
/// nothing of anybody's is overwritten.
void make_new_folder(const context& c, const std::filesystem::path& folder);

}  // namespace checker
