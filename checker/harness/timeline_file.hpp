#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/timeline/operation.hpp"

namespace checker {

/// A recording with what it is to be called in a drawing: "baseline", "yours".
struct titled_recording {
    std::string title;
    timeline::recording recorded;
};

/// The file that a verdict's `timeline` names: the recordings that belong together.
/// Throws std::runtime_error naming the file when it cannot be written.
void write_timeline(const std::filesystem::path& file, const std::vector<titled_recording>& all);

/// Throws std::runtime_error that names the file and says what is wrong with it.
[[nodiscard]] std::vector<titled_recording> read_timeline(const std::filesystem::path& file);

}  // namespace checker
