#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/messages/words.hpp"

namespace checker {

/// How phrases are said in a language: a table from the English to the other.
///
///     "{} of {} copies" = "{1} 次复制里的 {0} 次"
///
/// The places may be numbered where the order differs; how a number is written is the code's
/// affair. Blanks that come to stand between Chinese characters are dropped.
class translation {
public:
    /// English: everything as it stands.
    translation() = default;

    /// Throws course_error (checker/course/course.hpp) for a file that cannot be used: an empty
    /// text, or one with other places than its English.
    [[nodiscard]] static translation load(const std::filesystem::path& file);

    /// The words in this language. A phrase that is not in the table is said in English.
    [[nodiscard]] std::string operator()(const words& w) const;
    /// For a fixed text that is data, such as the name of a check.
    [[nodiscard]] std::string of(std::string_view english) const;

    [[nodiscard]] bool contains(std::string_view english) const;
    [[nodiscard]] std::vector<std::string> keys() const;

private:
    std::map<std::string, std::string, std::less<>> table_;
};

}  // namespace checker
