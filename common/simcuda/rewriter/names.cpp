#include "common/simcuda/rewriter/names.hpp"

#include <algorithm>
#include <array>

#include "common/simcuda/rewriter/characters.hpp"

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

bool is_called_elsewhere(std::string_view text, const sequence& tokens, std::string_view name) {
    std::size_t among_tokens = 0, in_text = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is_word(name) && tokens[i + 1].is(token_kind::open_paren))
            ++among_tokens;
    }
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        const std::size_t behind = text.find_first_not_of(" \t", at + name.size());
        const bool is_whole = at == 0 || !continues_word(text[at - 1]);
        if (is_whole && behind != std::string_view::npos && text[behind] == '(')
            ++in_text;
    }
    return in_text > among_tokens;
}

bool is_shouted(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace simcuda::rewriter
