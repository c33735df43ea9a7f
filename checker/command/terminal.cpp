#include "checker/command/terminal.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "checker/command/line_breaks.hpp"
#include "common/timeline/text.hpp"

namespace checker {
namespace {

constexpr int narrowest = 40;
constexpr int widest = 120;  // longer lines of prose are hard to read

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : std::string_view{};
}

int columns() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    const int told = std::atoi(std::string(variable("COLUMNS")).c_str());
    return told > 0 ? told : 80;
}

bool speaks_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const auto value = variable(name);
        if (!value.empty()) {
            return value.find("UTF-8") != std::string_view::npos ||
                   value.find("utf8") != std::string_view::npos;
        }
    }
    return false;
}

constexpr std::array codes = {"", "1", "2", "1;32", "1;31", "1;33"};

}  // namespace

terminal terminal_of_output() {
    terminal t;
    t.is_terminal = isatty(STDOUT_FILENO) == 1;
    t.width = std::clamp(columns(), narrowest, widest);
    t.has_unicode = speaks_utf8();
    const bool wants_colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    t.colours = t.is_terminal && wants_colour ? colouring::ansi : colouring::none;
    return t;
}

std::string styled(const terminal& t, style s, std::string_view text) {
    if (t.colours == colouring::none || s == style::plain) {
        return std::string(text);
    }
    return fmt::format("\033[{}m{}\033[0m", codes.at(static_cast<std::size_t>(s)), text);
}

std::string wrapped(std::string_view text, int width, int indent) {
    std::string result;
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    int column = indent;
    const auto new_line = [&] {
        result += "\n" + margin;
        column = indent;
    };
    for (const auto& piece : pieces_of(text)) {
        if (piece.before == gap::line_end) {
            new_line();
        }
        const int blank = piece.before == gap::blank && column > indent ? 1 : 0;
        if (column > indent && column + blank + piece.width > width) {
            new_line();
        } else if (blank > 0) {
            result += ' ';
            ++column;
        }
        result += piece.bytes;
        column += piece.width;
    }
    return result;
}

std::string padded(std::string_view text, int columns) {
    const int missing = columns - timeline::width_of(text);
    return std::string(text) + std::string(static_cast<std::size_t>(std::max(missing, 0)), ' ');
}

}  // namespace checker
