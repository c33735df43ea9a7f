#include <algorithm>

#include "common/simcuda/rewriter/characters.hpp"
#include "common/simcuda/rewriter/lexer.hpp"

namespace simcuda::rewriter {

void lexer::skip_line() {
    for (token read = next(); !read.is(token_kind::newline) && !read.is(token_kind::end);) {
        read = next();
    }
}

void lexer::skip_to_marker() {
    constexpr std::string_view start = "\n# ";
    const std::size_t from = at_ == 0 ? 0 : at_ - 1;
    std::size_t found = text_.find(start, from);
    while (found != std::string_view::npos &&
           !(found + start.size() < text_.size() && is_digit(text_[found + start.size()]))) {
        found = text_.find(start, found + start.size());
    }
    at_ = found == std::string_view::npos ? text_.size() : found + 1;
    line_start_ = at_;  // the marker will say which line follows
}

void lexer::skip_to_directive() {
    while (at_ < text_.size()) {
        while (is_blank(peek())) {
            ++at_;
        }
        if (peek() == '#' || (peek() == '%' && peek(1) == ':')) {
            return;
        }
        // Only what can hide an end of line matters here.
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (c == '"' && at_ > 0 && text_[at_ - 1] == 'R') {
                read_raw_string();
            } else if (c == '"' || (c == '\'' && at_ > 0 && !continues_word(text_[at_ - 1]))) {
                read_quoted(c);
            } else if ((c == '/' && (peek(1) == '*' || peek(1) == '/')) || c == '\\') {
                at_ += skip_blank() ? 0 : 1;
            } else {
                ++at_;
            }
        }
        ++at_;
        new_line(at_);
    }
    at_ = text_.size();
}

void lexer::skip_block_comment() {
    const std::size_t close = text_.find("*/", at_ + 2);
    const std::size_t end = close == std::string_view::npos ? text_.size() : close + 2;
    pass_newlines(at_, end);
    at_ = end;
}

void lexer::skip_line_comment() {
    while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::size_t before = end - (end > at_ && text_[end - 1] == '\r' ? 1 : 0);
        const bool goes_on = end < text_.size() && before > at_ && text_[before - 1] == '\\';
        at_ = end;
        if (!goes_on) {
            return;
        }
        ++at_;
        new_line(at_);
    }
}

/// Passes one blank, splice or comment; false when there is none here.
bool lexer::skip_blank() {
    const char c = peek();
    if (is_blank(c)) {
        ++at_;
        return true;
    }
    if (const std::size_t length = splice_at(at_)) {
        at_ += length;
        new_line(at_);
        return true;
    }
    if (c == '/' && peek(1) == '*') {
        skip_block_comment();
        return true;
    }
    if (c == '/' && peek(1) == '/') {
        skip_line_comment();
        return true;
    }
    return false;
}

}  // namespace simcuda::rewriter
