#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

namespace {

token_kind closes(token_kind kind) {
    switch (kind) {
        case token_kind::close_paren:
            return token_kind::open_paren;
        case token_kind::close_square:
            return token_kind::open_square;
        default:
            return token_kind::open_brace;
    }
}

}  // namespace

bool is_open_bracket(token_kind kind) {
    return kind == token_kind::open_paren || kind == token_kind::open_square ||
           kind == token_kind::open_brace;
}

bool is_close_bracket(token_kind kind) {
    return kind == token_kind::close_paren || kind == token_kind::close_square ||
           kind == token_kind::close_brace;
}

sequence::sequence(const std::vector<token>& tokens)
    : tokens_(&tokens), partners_(tokens.size(), no_token) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const token_kind kind = tokens[i].kind;
        if (is_open_bracket(kind)) {
            open.push_back(i);
            continue;
        }
        if (!is_close_bracket(kind)) {
            continue;
        }
        // A brace outlives forgotten parentheses, so that one slip stays inside its function.
        while (kind == token_kind::close_brace && !open.empty() &&
               !tokens[open.back()].is(token_kind::open_brace)) {
            open.pop_back();
        }
        if (!open.empty() && tokens[open.back()].kind == closes(kind)) {
            partners_[open.back()] = i;
            partners_[i] = open.back();
            open.pop_back();
        }
    }
}

std::size_t sequence::after(std::size_t index) const {
    const std::size_t close = is_open_bracket((*this)[index].kind) ? partner(index) : no_token;
    return close != no_token ? close + 1 : index + 1;
}

std::size_t sequence::count_greater(std::size_t index) const {
    std::size_t count = 0;
    while ((*this)[index + count].is(token_kind::greater) &&
           (count == 0 || (*this)[index + count].begin == (*this)[index + count - 1].end)) {
        ++count;
    }
    return count;
}

bool sequence::is_launch_close(std::size_t index) const {
    return count_greater(index) >= 3;
}

}  // namespace simcuda::rewriter
