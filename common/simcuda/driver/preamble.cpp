#include "common/simcuda/driver/preamble.hpp"

#include <charconv>

namespace simcuda::driver {

namespace {

/// `# 12 "lab.cu" 2`
struct line_marker {
    int line = 0;
    std::string_view file;   ///< as it is written between the quotes
    std::string_view flags;  ///< what follows, with the space before it
};

std::optional<line_marker> read_marker(std::string_view line) {
    if (line.substr(0, 2) != "# ") {
        return std::nullopt;
    }
    line_marker marker;
    const auto number = std::from_chars(line.data() + 2, line.data() + line.size(), marker.line);
    line.remove_prefix(static_cast<std::size_t>(number.ptr - line.data()));
    const std::size_t closes = line.rfind('"');
    if (number.ec != std::errc() || line.substr(0, 2) != " \"" || closes < 2) {
        return std::nullopt;
    }
    marker.file = line.substr(2, closes - 2);
    marker.flags = line.substr(closes + 1);
    return marker;
}

/// g++ tells the folder that it works in like this.
bool is_folder(const line_marker& marker) {
    constexpr std::string_view ending = "//";
    return marker.file.size() > ending.size() &&
           marker.file.substr(marker.file.size() - ending.size()) == ending;
}

enum class content {
    nothing,  ///< blanks and comments
    directive,
    declaration,
};

/// What the lines of the source itself hold, one after the other.
class own_lines {
public:
    [[nodiscard]] content read(std::string_view line) {
        if (is_continued_) {
            is_continued_ = !line.empty() && line.back() == '\\';
            return content::directive;
        }
        for (;;) {
            if (in_comment_) {
                const std::size_t closes = line.find("*/");
                if (closes == std::string_view::npos) {
                    return content::nothing;
                }
                in_comment_ = false;
                line.remove_prefix(closes + 2);
            }
            const std::size_t first = line.find_first_not_of(" \t\r\f\v");
            if (first == std::string_view::npos || line.substr(first, 2) == "//") {
                return content::nothing;
            }
            line.remove_prefix(first);
            if (line.substr(0, 2) != "/*") {
                break;
            }
            in_comment_ = true;
            line.remove_prefix(2);
        }
        return line.front() == '#' ? directive(line) : content::declaration;
    }

    /// In no comment, and not between #if and #endif.
    [[nodiscard]] bool is_outside() const { return !in_comment_ && !is_continued_ && depth_ == 0; }

private:
    [[nodiscard]] content directive(std::string_view line) {
        const std::size_t comment = line.rfind("/*");
        if (comment != std::string_view::npos &&
            line.find("*/", comment) == std::string_view::npos) {
            return content::declaration;  // one that goes on in the next line is not worth it
        }
        is_continued_ = line.back() == '\\';
        const std::size_t name = line.find_first_not_of(" \t", 1);
        if (name != std::string_view::npos) {
            line.remove_prefix(name);
            depth_ += line.substr(0, 2) == "if" ? 1 : line.substr(0, 5) == "endif" ? -1 : 0;
        }
        return content::directive;
    }

    bool in_comment_ = false;
    bool is_continued_ = false;
    int depth_ = 0;
};

/// Takes the first line with its end off the text.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

void append_line(std::string& text, std::string_view line) {
    text.append(line);
    text.push_back('\n');
}

}  // namespace

std::optional<divided_unit> divide(std::string_view text, std::string_view source) {
    divided_unit parts;
    std::optional<std::string_view> rest;
    std::size_t length = 0;
    own_lines own;
    bool is_own = false;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (const auto marker = read_marker(line)) {
            is_own = marker->file == source;
            if (is_own && marker->flags == " 2" && own.is_outside()) {
                parts.own =
                    "# " + std::to_string(marker->line) + " \"" + std::string(source) + "\"\n";
                rest = text;
                length = parts.preamble.size();
            }
            const bool is_first = parts.preamble.empty() && parts.beginning.empty();
            if (is_own && is_first) {
                append_line(parts.beginning, line);
            }
            if (is_folder(*marker)) {
                append_line(parts.beginning, line);
            } else if (is_own) {
                append_line(parts.preamble, "# 1 \"preamble\"" + std::string(marker->flags));
            } else {
                append_line(parts.preamble, line);
            }
            continue;
        }
        const content holds = is_own ? own.read(line) : content::directive;
        if (holds == content::declaration) {
            break;
        }
        if (holds == content::directive) {
            append_line(parts.preamble, line);
        }
    }
    if (!rest) {
        return std::nullopt;
    }
    parts.preamble.resize(length);
    parts.own += *rest;
    return parts;
}

}  // namespace simcuda::driver
