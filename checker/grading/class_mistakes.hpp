#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/grading/submissions.hpp"
#include "checker/messages/words.hpp"

namespace checker {

/// Why `folder` is no class, where somebody named the wrong level: results of `lab grade`, or what
/// is one student's, which would be graded as a class of its parts. `labs`: their names, such as
/// "04-streams".
[[nodiscard]] std::optional<words> why_no_class(const std::filesystem::path& folder,
                                                const std::vector<submission>& entries,
                                                const std::vector<std::string>& labs);

}  // namespace checker
