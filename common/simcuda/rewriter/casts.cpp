#include "common/simcuda/rewriter/casts.hpp"

namespace simcuda::rewriter {

address_cast find_address_cast(const sequence& tokens, std::size_t index) {
    if (index < 2 || tokens[index + 1].spelling != "*")
        return {};
    address_cast found;
    found.begin = index - (tokens[index - 1].is_word("const") ? 2 : 1);
    found.last = index + 2;
    const bool by_name = found.begin > 0 && tokens[found.begin].is(token_kind::less) &&
                         tokens[found.begin - 1].is_word("reinterpret_cast") &&
                         tokens[found.last].is(token_kind::greater) &&
                         tokens[found.last + 1].is(token_kind::open_paren);
    const bool plain = tokens[found.begin].is(token_kind::open_paren) &&
                       tokens[found.last].is(token_kind::close_paren);
    if (!by_name && !plain)
        return {};
    if (by_name)
        --found.begin;
    std::size_t at = found.last + 1;
    while (tokens[at].is(token_kind::open_paren) || tokens[at].spelling == "&" ||
           tokens[at].is(token_kind::scope)) {
        ++at;
    }
    while (tokens[at].is(token_kind::identifier) && tokens[at + 1].is(token_kind::scope))
        at += 2;
    if (!tokens[at].is(token_kind::identifier))
        return {};
    found.name = at;
    return found;
}

std::size_t function_name(const sequence& tokens, std::size_t specifier) {
    constexpr std::size_t longest_head = 64;
    std::size_t i = specifier + 1;
    for (std::size_t steps = 0; steps < longest_head && i < tokens.size(); ++steps) {
        const token& now = tokens[i];
        if (now.is(token_kind::semicolon) || now.is(token_kind::open_brace))
            return no_token;
        const token& before = tokens[i - 1];
        const bool is_attribute = before.is_word("__launch_bounds__") ||
                                  before.is_word("__attribute__") || before.is_word("__maxnreg__");
        if (now.is(token_kind::open_paren) && before.is(token_kind::identifier) && !is_attribute)
            return i - 1;
        i = tokens.after(i);
    }
    return no_token;
}

}  // namespace simcuda::rewriter
