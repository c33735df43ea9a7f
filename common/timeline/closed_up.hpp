#pragma once

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

/// Without the single blanks that stand between two Chinese characters or marks. A text with places
/// to be filled has blanks around them, for names and figures; where Chinese was put in, they go.
[[nodiscard]] inline std::string closed_up(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_inner = text[i] == ' ' && result.size() >= 3 &&
                              is_chinese(std::string_view(result).substr(result.size() - 3)) &&
                              is_chinese(text.substr(i + 1, 3));
        if (!is_inner) {
            result += text[i];
        }
    }
    return result;
}

}  // namespace timeline
