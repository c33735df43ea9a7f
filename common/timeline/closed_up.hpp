#pragma once

#include <algorithm>
#include <string>
#include <string_view>

// In a header, as programs link with more than one library that needs it.
namespace timeline {

/// Of three bytes: Chinese characters and marks, and full-width forms.
[[nodiscard]] inline bool is_chinese(std::string_view character) {
    if (character.size() < 3) {
        return false;
    }
    const auto first = static_cast<unsigned char>(character[0]);
    const auto second = static_cast<unsigned char>(character[1]);
    return (first >= 0xe3 && first <= 0xe9) || (first == 0xef && second >= 0xbc);
}

/// A full-width mark, such as a comma, which has its space inside.
[[nodiscard]] inline bool is_chinese_mark(std::string_view character) {
    const auto lead = character.substr(0, 2);
    return is_chinese(character) && (lead == "\xe3\x80" || lead[0] == '\xef');
}

/// Without the single blanks that stand between two Chinese characters, or beside a Chinese mark. A
/// text with places to be filled has blanks around them, for names and figures; where Chinese was
/// put in, they go.
[[nodiscard]] inline std::string closed_up(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto before = std::string_view(result).substr(
            result.size() - std::min<std::size_t>(result.size(), 3));
        const auto after = text.substr(i + 1, 3);
        const bool is_inner = text[i] == ' ' && !before.empty() && before.back() != ' ' &&
                              ((is_chinese(before) && is_chinese(after)) ||
                               is_chinese_mark(before) || is_chinese_mark(after));
        if (!is_inner) {
            result += text[i];
        }
    }
    return result;
}

}  // namespace timeline
