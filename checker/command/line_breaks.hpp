#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// What stands before a piece of text: a new line may begin there in each case, and has to after a
/// line's end.
enum class gap : std::uint8_t { nothing, blank, line_end };

/// A piece that stays in one line.
struct piece {
    gap before = gap::nothing;
    std::string bytes;
    int width = 0;  ///< columns
};

/// Where lines may break: at blanks, and around each Chinese character, but never before a mark
/// that closes or after one that opens. Several blanks in a row stay as they are.
[[nodiscard]] std::vector<piece> pieces_of(std::string_view text);

}  // namespace checker
