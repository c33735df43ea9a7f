#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace checker {

/// "OWNER/NAME" of an address on GitHub, as `git remote` has them; nothing for any other place.
[[nodiscard]] std::optional<std::string> github_repository(std::string_view address);

/// The workflow's template (checker/grading/workflow/overlap-labs.yml) with the file's own name,
/// the course's repository and the labs filled in. `labs` is what `lab grade --labs` takes.
[[nodiscard]] std::string workflow_for(std::string_view text, std::string_view file,
                                       std::string_view repository, std::string_view labs);

/// What goes for the repository where nobody knows it: its reader has to put a name there.
inline constexpr const char* unknown_repository = "OWNER/REPOSITORY";

}  // namespace checker
