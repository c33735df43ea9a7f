#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Text that a student can choose (a folder's name, what a program prints, a line of source) on its
/// way into files that other programs read. Each function makes it harmless for one kind of file.
namespace checker {

/// One line: line ends and control characters become blanks, bytes that are not UTF-8 a question
/// mark, and characters that nobody sees (marks of writing direction, byte order marks) go.
[[nodiscard]] std::string one_line(std::string_view text);

/// The same for each of its lines.
[[nodiscard]] std::vector<std::string> in_lines(std::string_view text);

/// A field as RFC 4180 has it, always in quotes. Where a spreadsheet would take it for a formula,
/// an apostrophe stands before it.
[[nodiscard]] std::string csv_field(std::string_view text);

/// For the text or an attribute of an XML element; line ends are kept.
[[nodiscard]] std::string xml_text(std::string_view text);

/// A code span of Markdown: whatever the text holds, it is shown as it is.
[[nodiscard]] std::string markdown_code(std::string_view text);

/// A code block of Markdown, for several lines.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace checker
