#include "checker/grading/formats/harmless.hpp"

#include <algorithm>
#include <array>

#include "common/timeline/svg.hpp"
#include "common/timeline/text.hpp"

namespace checker {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
}

/// Line separators, which some readers take for line ends.
constexpr std::array<std::string_view, 2> separators{"\xe2\x80\xa8", "\xe2\x80\xa9"};

/// U+200B, U+200E, U+200F, U+202A to U+202E, U+2060 to U+2069, U+FEFF, U+FFFE, U+FFFF. The joiners
/// U+200C and U+200D stay: names are written with them.
bool is_unseen(std::string_view three) {
    const auto last = static_cast<unsigned char>(three[2]);
    if (three.starts_with("\xe2\x80")) {
        return last == 0x8b || last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae);
    }
    if (three.starts_with("\xe2\x81")) {
        return last >= 0xa0 && last <= 0xa9;
    }
    return three == "\xef\xbb\xbf" || three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf";
}

std::string without_unseen(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.size() - i >= 3 && is_unseen(text.substr(i, 3))) {
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::size_t longest_run(std::string_view text, char of) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == of ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// What spreadsheets begin a formula with; the wide forms are typed by East Asian keyboards.
bool looks_like_formula(std::string_view text) {
    constexpr std::array<std::string_view, 8> signs{
        "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return std::any_of(signs.begin(), signs.end(),
                       [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

std::string one_line(std::string_view text) {
    std::string readable;
    for (const auto& column : timeline::columns_of(text)) {
        readable += column.bytes;
    }
    for (const auto separator : separators) {
        replace_all(readable, separator, " ");
    }
    return without_unseen(readable);
}

std::vector<std::string> in_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(one_line(text.substr(0, end)));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string csv_field(std::string_view text) {
    auto field = one_line(text);
    if (looks_like_formula(field)) {
        field.insert(0, "'");
    }
    replace_all(field, "\"", "\"\"");
    return "\"" + field + "\"";
}

std::string xml_text(std::string_view text) {
    std::string result;
    for (const auto& line : in_lines(text)) {
        result += (result.empty() ? "" : "\n") + timeline::escaped(line);
    }
    return result;
}

std::string markdown_code(std::string_view text) {
    const auto line = one_line(text);
    const std::string fence(longest_run(line, '`') + 1, '`');
    return fence + " " + (line.find_first_not_of(' ') == std::string::npos ? "-" : line) + " " +
           fence;
}

std::string markdown_block(std::string_view text) {
    std::string block;
    for (const auto& line : in_lines(text)) {
        block += line + "\n";
    }
    const std::string fence(std::max<std::size_t>(longest_run(block, '`') + 1, 3), '`');
    return fence + "text\n" + block + fence + "\n";
}

}  // namespace checker
