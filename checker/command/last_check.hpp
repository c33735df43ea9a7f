#pragma once

#include <optional>
#include <string>

#include "checker/command/lab_job.hpp"

namespace checker {

/// What the last check of a file said, kept in its run folder beside the recordings.
struct last_check {
    verdict said;
    std::string source;            ///< the file as it was checked
    bool is_current = false;       ///< the file is still the same
    std::filesystem::path folder;  ///< its run folder
};

void keep_check(const std::filesystem::path& folder, const verdict& said,
                const std::string& source);

/// On the job's device, or on whichever was last where there are two. None where the job's file was
/// never checked, or by another version of this program.
[[nodiscard]] std::optional<last_check> read_last_check(const context& c, lab_job job);

}  // namespace checker
