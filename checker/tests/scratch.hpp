#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace checker::tests {

/// A folder of its own for a test, gone afterwards.
class scratch_folder {
public:
    scratch_folder();
    ~scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Writes a file below the folder, with the folders that lead to it; returns its path.
    std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const;

private:
    std::filesystem::path path_;
};

struct command_result {
    int status = 0;
    std::string output;  ///< standard output and error
};

/// Runs a line of shell in a folder.
[[nodiscard]] command_result shell(const std::filesystem::path& folder, const std::string& line);

}  // namespace checker::tests
