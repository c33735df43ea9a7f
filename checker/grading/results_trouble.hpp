#pragma once

#include <filesystem>

#include "checker/course/file_error.hpp"
#include "checker/messages/words.hpp"

namespace checker {

/// Whether what one submission has met would meet all others, too: no room on the disk, or a folder
/// with results that cannot be written.
[[nodiscard]] bool is_trouble_for_all(const file_error& problem,
                                      const std::filesystem::path& results);

/// The same for whoever has the results: what is in the way, and what to do. Nothing where it is
/// not in the results, or nothing that is known here.
[[nodiscard]] std::optional<words> told_of_results(const file_error& problem,
                                                   const std::filesystem::path& results);

/// Throws results_error where a file of the results is a folder, or a folder is a file: before
/// anything is graded that could not be kept. Says nothing of folders that hold no results.
void require_files_and_folders(const std::filesystem::path& results);

}  // namespace checker
