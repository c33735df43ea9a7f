#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace checker {

/// The first file in a list of what a lab's file includes (as `-M` writes it: a rule for make) that
/// is neither the system's nor for learners: solutions, answers, /etc. For learners are common/ and
/// the lab's own folder below `root`, and `source` itself.
///
/// In the sandbox such files are not there; without one they can only be looked for.
[[nodiscard]] std::optional<std::string> foreign_include(std::string_view rule,
                                                         const std::filesystem::path& root,
                                                         const std::string& lab,
                                                         const std::filesystem::path& source);

}  // namespace checker
