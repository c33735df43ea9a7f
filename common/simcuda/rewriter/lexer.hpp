#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/simcuda/rewriter/token.hpp"

namespace simcuda::rewriter {

/// Reads C++ tokens one after another. Comments, blanks and spliced lines are passed over; ends of
/// lines are reported, because directives end there. Malformed text gives tokens all the same.
class lexer {
public:
    explicit lexer(std::string_view text) : text_(text) {}

    [[nodiscard]] token next();

    /// The next physical line is this one; what a line marker says.
    void set_place(std::uint32_t file, std::uint32_t next_line);
    /// Passes over the rest of the logical line.
    void skip_line();
    /// Passes over everything up to the next line that starts with `#` and a number, unread.
    void skip_to_marker();
    /// From the start of a line: passes over all lines that are no directives, without reading
    /// tokens.
    void skip_to_directive();
    [[nodiscard]] std::uint32_t file() const { return file_; }

private:
    [[nodiscard]] char peek(std::size_t distance = 0) const;
    [[nodiscard]] std::size_t splice_at(std::size_t offset) const;
    [[nodiscard]] std::size_t after_splices(std::size_t offset) const;
    bool skip_blank();
    void skip_block_comment();
    void skip_line_comment();
    void new_line(std::size_t start);
    void read_word(token& into);
    void read_number();
    void read_quoted(char quote);
    void read_raw_string();
    void read_operator(token& into);
    bool take(std::string_view operator_text);
    void pass_newlines(std::size_t from, std::size_t to);

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
    std::uint32_t file_ = 0;
};

}  // namespace simcuda::rewriter
