#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/grading/submissions.hpp"

namespace checker {

/// One of several parts of a class, for as many processes or machines with one results folder.
struct class_share {
    int number = 1;  ///< counted from 1
    int of = 1;
};

/// "2/8"; nothing for any other text.
[[nodiscard]] std::optional<class_share> share_from_text(std::string_view text);
[[nodiscard]] std::string to_text(class_share share);

/// Every `of`-th, so that what was handed in one after another is spread. Each submission is in
/// exactly one share.
[[nodiscard]] std::vector<submission> share_of(const std::vector<submission>& all,
                                               class_share share);

/// A file that names submissions by `submission::file`, one a line: safe names, which hold neither
/// blanks nor anything that a shell knows.
void write_list(const std::filesystem::path& file, const std::vector<submission>& listed);
/// Those of `all` that the file names, in its order. Names that are not there any more are left
/// out. Throws std::system_error.
[[nodiscard]] std::vector<submission> listed_in(const std::filesystem::path& file,
                                                const std::vector<submission>& all);

}  // namespace checker
