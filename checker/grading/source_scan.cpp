#include "checker/grading/source_scan.hpp"

#include <algorithm>
#include <cctype>

namespace checker {
namespace {

bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// The text with continued lines joined, and for each character the line that it was on.
struct joined_text {
    std::string text;
    std::vector<int> line;
};

joined_text join(std::string_view source) {
    joined_text joined;
    int line = 1;
    for (std::size_t i = 0; i < source.size(); ++i) {
        // Compilers also join where blanks stand behind the backslash.
        if (source[i] == '\\') {
            auto end = source.find_first_not_of(" \t\r", i + 1);
            if (end != std::string_view::npos && source[end] == '\n') {
                i = end;
                ++line;
                continue;
            }
        }
        joined.text += source[i];
        joined.line.push_back(line);
        line += source[i] == '\n' ? 1 : 0;
    }
    return joined;
}

/// Walks over tokens and stops at names.
class name_reader {
public:
    explicit name_reader(std::string_view text) : text_(text) {}

    /// Where the next name begins and ends; false at the end of the text.
    bool next(std::size_t& begin, std::size_t& end) {
        while (at_ < text_.size()) {
            if (skip("//")) {
                to(text_.find('\n', at_), 0);
            } else if (skip("/*")) {
                to(text_.find("*/", at_), 2);
            } else if (text_[at_] == '"') {
                skip_quoted('"');
            } else if (text_[at_] == '\'') {
                skip_quoted('\'');
            } else if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
                skip_number();
            } else if (is_of_name(text_[at_])) {
                begin = at_;
                while (at_ < text_.size() && is_of_name(text_[at_])) {
                    ++at_;
                }
                end = at_;
                if (!skip_raw_string(text_.substr(begin, end - begin))) {
                    return true;
                }
            } else {
                ++at_;
            }
        }
        return false;
    }

private:
    bool skip(std::string_view token) {
        if (text_.substr(at_, token.size()) != token) {
            return false;
        }
        at_ += token.size();
        return true;
    }
    void to(std::size_t found, std::size_t beyond) {
        at_ = found == std::string_view::npos ? text_.size() : found + beyond;
    }
    void skip_quoted(char quote) {
        for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
            at_ += text_[at_] == '\\' ? 1 : 0;
        }
        at_ = std::min(at_ + 1, text_.size());
    }
    /// With the separators of 1'000'000, which open no character.
    void skip_number() {
        while (at_ < text_.size() &&
               (is_of_name(text_[at_]) || text_[at_] == '.' ||
                (text_[at_] == '\'' && at_ + 1 < text_.size() && is_of_name(text_[at_ + 1])))) {
            ++at_;
        }
    }
    bool skip_raw_string(std::string_view prefix) {
        const bool is_raw =
            prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
        if (!is_raw || at_ >= text_.size() || text_[at_] != '"') {
            return false;
        }
        const auto open = text_.find('(', at_);
        if (open == std::string_view::npos) {
            return false;
        }
        const auto closing = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        const auto close = text_.find(closing, open);
        // Over several lines, in a part that is not compiled, it may be no string: look inside.
        if (close == std::string_view::npos || close > text_.find('\n', at_)) {
            ++at_;
            return false;
        }
        to(close, closing.size());
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<int> lines_with_assembly(std::string_view source) {
    const auto joined = join(source);
    std::vector<int> lines;
    name_reader names(joined.text);
    for (std::size_t begin = 0, end = 0; names.next(begin, end);) {
        const auto name = std::string_view(joined.text).substr(begin, end - begin);
        const bool is_assembly = name == "asm" || name == "__asm" || name == "__asm__";
        if (is_assembly && (lines.empty() || lines.back() != joined.line[begin])) {
            lines.push_back(joined.line[begin]);
        }
    }
    return lines;
}

bool pastes_names(std::string_view source) {
    const auto joined = join(source);
    return joined.text.find("##") != std::string::npos ||
           joined.text.find("%:%:") != std::string::npos ||
           joined.text.find("\?\?=") != std::string::npos;
}

std::string lines_of_file(std::string_view preprocessed, std::string_view file) {
    std::string own;
    bool is_own = false;
    while (!preprocessed.empty()) {
        const auto line = preprocessed.substr(0, preprocessed.find('\n'));
        preprocessed.remove_prefix(std::min(line.size() + 1, preprocessed.size()));
        // # 12 "/course/labs/04-streams/lab.cu" 2
        if (line.starts_with("# ")) {
            const auto quote = line.find('"');
            is_own = quote != std::string_view::npos &&
                     line.substr(quote + 1).starts_with(std::string(file) + '"');
        } else if (is_own) {
            own.append(line);
            own += '\n';
        }
    }
    return own;
}

}  // namespace checker
