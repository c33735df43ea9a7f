#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simcuda::rewriter {

/// What a token is, as far as launches and kernels care. Digraphs have their twin's kind.
enum class token_kind : std::uint8_t {
    end,
    newline,  ///< only reported to who reads directives
    identifier,
    number,
    literal,  ///< string, raw string or character, with prefix and suffix
    open_paren,
    close_paren,
    open_square,
    close_square,
    open_brace,
    close_brace,
    less,
    greater,      ///< always a single one: `>>>` is three
    launch_open,  ///< <<<
    scope,        ///< ::
    member,       ///< . or -> or .* or ->*
    comma,
    semicolon,
    hash,
    other,  ///< any other operator, `<<` and `<=` among them
};

/// Where a token stands in the learner's file.
struct place {
    std::uint32_t file = 0;    ///< index into the unit's file names
    std::uint32_t line = 0;    ///< from 1
    std::uint32_t column = 0;  ///< from 1, in bytes
};

struct token {
    token_kind kind = token_kind::end;
    std::size_t begin = 0;  ///< offsets into the preprocessed text
    std::size_t end = 0;
    place where;
    std::string_view spelling;

    [[nodiscard]] bool is(token_kind wanted) const { return kind == wanted; }
    [[nodiscard]] bool is_word(std::string_view word) const {
        return kind == token_kind::identifier && spelling == word;
    }
};

}  // namespace simcuda::rewriter
