#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Formats as those read them who know nothing of how we write them. Text that is none of its
/// format fails the test case.
namespace checker::tests {

[[nodiscard]] std::size_t count(const std::string& text, const std::string& what);

/// What a page is made of, without its texts: every tag as it stands.
[[nodiscard]] std::vector<std::string> tags_of(const std::string& page);

/// Attributes may hold the text; what they are may not change.
[[nodiscard]] std::vector<std::string> without_values(std::vector<std::string> tags);

/// Any but line ends.
[[nodiscard]] bool has_control_characters(const std::string& text);

/// Rows and fields as RFC 4180 has them.
[[nodiscard]] std::vector<std::vector<std::string>> read_csv(const std::string& text);

/// Markdown without its code: what is left is what we wrote. Follows CommonMark: a block begins
/// with a fence and ends with one as long, a span is closed by a run of the same length.
[[nodiscard]] std::string without_code(const std::string& markdown);

}  // namespace checker::tests
