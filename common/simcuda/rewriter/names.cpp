#include "common/simcuda/rewriter/names.hpp"

#include <algorithm>
#include <array>

namespace simcuda::rewriter {
namespace {

constexpr std::array<std::string_view, 4> heads{"if", "while", "for", "switch"};
constexpr std::array<std::string_view, 13> no_types{
    "return", "else",   "do",     "case", "throw",   "goto", "co_return",
    "and",    "delete", "sizeof", "or",   "typedef", "not"};

template <std::size_t Size>
bool is_one_of(const token& word, const std::array<std::string_view, Size>& words) {
    return std::find(words.begin(), words.end(), word.spelling) != words.end();
}

bool begins_statement(const sequence& tokens, std::size_t index) {
    if (index == 0)
        return false;
    const token& before = tokens[index - 1];
    if (before.is(token_kind::close_paren)) {
        const std::size_t open = tokens.partner(index - 1);
        return open != no_token && open > 0 && is_one_of(tokens[open - 1], heads);
    }
    return before.is(token_kind::semicolon) || before.is(token_kind::open_brace) ||
           before.is(token_kind::close_brace) || before.is_word("else") || before.is_word("do");
}

}  // namespace

bool is_called_alone(const sequence& tokens, std::size_t index) {
    return tokens[index + 1].is(token_kind::open_paren) &&
           tokens[tokens.after(index + 1)].is(token_kind::semicolon) &&
           begins_statement(tokens, index);
}

bool is_declared_here(const sequence& tokens, std::size_t index) {
    if (index == 0)
        return false;
    const token& before = tokens[index - 1];
    const bool is_end_of_type = before.spelling == "*" || before.spelling == "&" ||
                                before.spelling == "&&" || before.is(token_kind::greater);
    const bool declares =
        tokens[index + 1].spelling == "=" || tokens[index + 1].is(token_kind::open_paren) ||
        tokens[index + 1].is(token_kind::open_brace) || tokens[index + 1].is(token_kind::comma) ||
        tokens[index + 1].is(token_kind::close_paren) ||
        tokens[index + 1].is(token_kind::semicolon);
    return (before.is(token_kind::identifier) && !is_one_of(before, no_types)) ||
           (is_end_of_type && declares);
}

bool is_shouted(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace simcuda::rewriter
