#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/text.hpp"

namespace timeline {

/// Whether a drawing contains colours (ANSI escape sequences).
enum class colouring : std::uint8_t { none, ansi };

/// How a piece of text looks: the parameters of an ANSI "select graphic rendition" sequence.
struct text_style {
    std::string_view sgr;

    friend bool operator==(const text_style&, const text_style&) = default;
};
inline constexpr text_style plain{""};
inline constexpr text_style bold{"1"};
inline constexpr text_style dim{"2"};

/// One line of a drawing, exactly `width` columns whatever is put into it: what would stick out on
/// either side is cut off.
class canvas_line {
public:
    explicit canvas_line(int width);

    /// Overwrites the columns from `column` on. Returns the column after the text.
    int put(int column, std::string_view text, text_style style = plain);

    /// The line without a line end.
    [[nodiscard]] std::string text(colouring colours) const;

private:
    struct cell {
        std::string bytes = " ";
        text_style style = plain;
    };
    std::vector<cell> cells_;
};

}  // namespace timeline
