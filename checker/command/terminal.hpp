#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace checker {

enum class colouring : std::uint8_t { none, ansi };

/// How to write for whoever reads standard output.
struct terminal {
    int width = 80;  ///< columns
    colouring colours = colouring::none;
    bool is_terminal = false;
    bool has_unicode = false;
};

/// What standard output is. NO_COLOR, TERM=dumb, COLUMNS and the locale are respected.
[[nodiscard]] terminal terminal_of_output();

enum class style : std::uint8_t { plain, bold, dim, good, bad, odd };

/// The text, in colour where the terminal has it.
[[nodiscard]] std::string styled(const terminal& t, style s, std::string_view text);

/// The text with line feeds, so that no line is longer than `width`; further lines start with
/// `indent` blanks, as the first is thought to. Words are kept whole; lines of the text stay lines.
/// Chinese is broken between any two characters, as far as punctuation allows it (line_breaks.hpp).
[[nodiscard]] std::string wrapped(std::string_view text, int width, int indent);

/// The text with blanks behind it until it takes this many columns.
[[nodiscard]] std::string padded(std::string_view text, int columns);

}  // namespace checker
