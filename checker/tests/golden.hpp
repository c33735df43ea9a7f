#pragma once

#include <filesystem>
#include <string>

namespace checker::tests {

/// Compares with a golden file; with UPDATE_GOLDEN set writes it instead.
void check_golden_file(const std::filesystem::path& file, const std::string& text);

}  // namespace checker::tests
