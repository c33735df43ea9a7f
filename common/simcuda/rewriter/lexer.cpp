#include "common/simcuda/rewriter/lexer.hpp"

#include <algorithm>
#include <array>

#include "common/simcuda/rewriter/characters.hpp"

namespace simcuda::rewriter {

namespace {

constexpr bool is_string_prefix(std::string_view word) {
    return word == "L" || word == "u" || word == "U" || word == "u8";
}

constexpr bool is_raw_prefix(std::string_view word) {
    return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

struct spelled {
    std::string_view text;
    token_kind kind;
};

/// Those of more than one character that matter, longest first. `>` stands alone, so that a
/// template argument list can end in `>>>`.
constexpr std::array<spelled, 14> long_operators{{
    {"<<<", token_kind::launch_open},
    {"->*", token_kind::member},
    {"<=>", token_kind::other},
    {"<<=", token_kind::other},
    {"<%", token_kind::open_brace},
    {"%>", token_kind::close_brace},
    {"<:", token_kind::open_square},
    {":>", token_kind::close_square},
    {"%:", token_kind::hash},
    {"::", token_kind::scope},
    {"->", token_kind::member},
    {"<<", token_kind::other},
    {"<=", token_kind::other},
    {">=", token_kind::other},
}};

constexpr token_kind single_kind(char c) {
    switch (c) {
        case '(':
            return token_kind::open_paren;
        case ')':
            return token_kind::close_paren;
        case '[':
            return token_kind::open_square;
        case ']':
            return token_kind::close_square;
        case '{':
            return token_kind::open_brace;
        case '}':
            return token_kind::close_brace;
        case '<':
            return token_kind::less;
        case '>':
            return token_kind::greater;
        case '.':
            return token_kind::member;
        case ',':
            return token_kind::comma;
        case ';':
            return token_kind::semicolon;
        case '#':
            return token_kind::hash;
        default:
            return token_kind::other;
    }
}

}  // namespace

char lexer::peek(std::size_t distance) const {
    return at_ + distance < text_.size() ? text_[at_ + distance] : '\0';
}

/// Length of the backslash and line end at `offset`, 0 where there is none.
std::size_t lexer::splice_at(std::size_t offset) const {
    if (offset >= text_.size() || text_[offset] != '\\') {
        return 0;
    }
    std::size_t end = offset + 1;
    if (end < text_.size() && text_[end] == '\r') {
        ++end;
    }
    return end < text_.size() && text_[end] == '\n' ? end + 1 - offset : 0;
}

std::size_t lexer::after_splices(std::size_t offset) const {
    while (const std::size_t length = splice_at(offset)) {
        offset += length;
    }
    return offset;
}

void lexer::new_line(std::size_t start) {
    ++line_;
    line_start_ = start;
}

void lexer::pass_newlines(std::size_t from, std::size_t to) {
    const std::string_view passed = text_.substr(0, to);
    for (std::size_t i = passed.find('\n', from); i < to; i = passed.find('\n', i + 1)) {
        new_line(i + 1);
    }
}

void lexer::set_place(std::uint32_t file, std::uint32_t next_line) {
    file_ = file;
    line_ = next_line;
}

token lexer::next() {
    while (at_ < text_.size() && skip_blank()) {
    }
    token read;
    read.begin = at_;
    read.where = {file_, line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
    if (at_ >= text_.size()) {
        read.end = at_;
        return read;
    }
    const char c = text_[at_];
    if (c == '\n') {
        read.kind = token_kind::newline;
        ++at_;
        new_line(at_);
    } else if (starts_word(c)) {
        read_word(read);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        read.kind = token_kind::number;
        read_number();
    } else if (c == '"' || c == '\'') {
        read.kind = token_kind::literal;
        read_quoted(c);
    } else {
        read_operator(read);
    }
    read.end = at_;
    read.spelling = text_.substr(read.begin, read.end - read.begin);
    return read;
}

void lexer::read_word(token& into) {
    const std::size_t begin = at_;
    while (continues_word(peek())) {
        ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    into.kind = token_kind::identifier;
    if (peek() == '"' && is_raw_prefix(word)) {
        into.kind = token_kind::literal;
        read_raw_string();
    } else if ((peek() == '"' || peek() == '\'') && is_string_prefix(word)) {
        into.kind = token_kind::literal;
        read_quoted(peek());
    }
}

void lexer::read_number() {
    while (at_ < text_.size()) {
        const char c = peek();
        const char following = peek(1);
        if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') &&
            (following == '+' || following == '-')) {
            at_ += 2;
        } else if (continues_word(c) || c == '.') {
            ++at_;
        } else if (c == '\'' && continues_word(following)) {
            at_ += 2;
        } else {
            return;
        }
    }
}

/// An unclosed one ends with its line: what follows stays readable.
void lexer::read_quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
        if (const std::size_t length = splice_at(at_)) {
            at_ += length;
            new_line(at_);
        } else if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
            at_ += 2;
        } else if (text_[at_++] == quote) {
            while (continues_word(peek())) {  // a user-defined literal's suffix
                ++at_;
            }
            return;
        }
    }
}

void lexer::read_raw_string() {
    constexpr std::size_t longest_delimiter = 16;
    const std::size_t start = at_ + 1;
    std::size_t paren = start;
    while (paren < text_.size() && paren - start <= longest_delimiter && text_[paren] != '(' &&
           text_[paren] != '\n' && text_[paren] != '"') {
        ++paren;
    }
    if (paren >= text_.size() || text_[paren] != '(') {
        read_quoted('"');
        return;
    }
    const std::string_view delimiter = text_.substr(start, paren - start);
    std::size_t close = text_.find(')', paren);
    while (close != std::string_view::npos) {
        const std::size_t quote = close + 1 + delimiter.size();
        if (text_.substr(close + 1, delimiter.size()) == delimiter && quote < text_.size() &&
            text_[quote] == '"') {
            pass_newlines(at_, quote);
            at_ = quote + 1;
            return;
        }
        close = text_.find(')', close + 1);
    }
    pass_newlines(at_, text_.size());
    at_ = text_.size();
}

/// Takes `operator_text` if it stands here, spliced or not.
bool lexer::take(std::string_view operator_text) {
    std::size_t at = at_;
    for (std::size_t i = 0; i < operator_text.size(); ++i) {
        at = i == 0 ? at : after_splices(at);
        if (at >= text_.size() || text_[at] != operator_text[i]) {
            return false;
        }
        ++at;
    }
    pass_newlines(at_, at);
    at_ = at;
    return true;
}

void lexer::read_operator(token& into) {
    const char c = peek();
    const char following = text_[std::min(after_splices(at_ + 1), text_.size() - 1)];
    const bool may_be_long = (c == '<' || c == '-' || c == '%' || c == ':' || c == '>') &&
                             (following == '<' || following == '=' || following == '>' ||
                              following == ':' || following == '%');
    // [lex.pptoken]: in `<::` the first character stands alone, unless `:` or `>` follows.
    const bool before_scope =
        c == '<' && following == ':' && peek(2) == ':' && peek(3) != ':' && peek(3) != '>';
    if (may_be_long && !before_scope) {
        const auto* const found =
            std::find_if(long_operators.begin(), long_operators.end(),
                         [this](const spelled& each) { return take(each.text); });
        if (found != long_operators.end()) {
            into.kind = found->kind;
            return;
        }
    }
    into.kind = single_kind(c);
    ++at_;
}

}  // namespace simcuda::rewriter
