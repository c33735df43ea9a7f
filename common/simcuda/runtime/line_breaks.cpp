#include "common/simcuda/runtime/line_breaks.hpp"

#include <algorithm>

namespace simcuda {

std::string text_in_lines(std::string_view text, std::size_t indent, std::size_t width) {
    std::string out(indent, ' ');
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find(' '), text.size());
        if (column > indent && column + 1 + length > width) {
            out.append("\n").append(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += text.substr(0, length);
        column += length;
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return out;
}

namespace {

constexpr std::size_t most_lines = 4;
constexpr std::string_view cut = " ...";

/// Not within a UTF-8 sequence.
std::size_t whole_characters(std::string_view text, std::size_t length) {
    constexpr unsigned char continuation_mask = 0xC0, continuation = 0x80;
    while (length > 1 && length < text.size() &&
           (static_cast<unsigned char>(text[length]) & continuation_mask) == continuation) {
        --length;
    }
    return length;
}

/// How much of `code` goes into a line of `room` columns: up to a blank, if there is one.
std::size_t part_that_fits(std::string_view code, std::size_t room) {
    if (code.size() <= room)
        return code.size();
    const std::size_t blank = code.rfind(' ', room);
    return blank != std::string_view::npos && blank > 0 ? blank : whole_characters(code, room);
}

}  // namespace

std::string code_in_lines(std::string_view code, std::size_t indent, std::size_t width) {
    constexpr std::size_t further = 4;
    std::string out;
    for (std::size_t line = 0; !code.empty(); ++line) {
        const std::size_t column = indent + (line == 0 ? 0 : further);
        const bool is_last = line + 1 == most_lines;
        const bool is_cut = is_last && code.size() > width - column;
        const std::size_t length = part_that_fits(code, width - column - (is_cut ? cut.size() : 0));
        out.append(line == 0 ? "" : "\n").append(column, ' ').append(code.substr(0, length));
        if (is_cut)
            return out.append(cut);
        code.remove_prefix(std::min(code.find_first_not_of(' ', length), code.size()));
    }
    return out;
}

}  // namespace simcuda
