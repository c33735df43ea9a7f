#include "common/simcuda/rewriter/kernels.hpp"

namespace simcuda::rewriter {

namespace {

/// `requires (T t) { ... }` after `requires` or an operator is an expression with braces of its
/// own; skips it. `at` is the index of a `requires`.
std::size_t after_requires(const sequence& tokens, std::size_t at) {
    const bool is_expression = tokens[at - 1].is_word("requires") ||
                               tokens[at - 1].is(token_kind::other) ||
                               tokens[at - 1].is_word("and") || tokens[at - 1].is_word("or");
    std::size_t next = at + 1;
    if (!is_expression) {
        return next;
    }
    if (tokens[next].is(token_kind::open_paren)) {
        next = tokens.after(next);
    }
    return tokens[next].is(token_kind::open_brace) ? tokens.after(next) : next;
}

bool takes_arguments(const token& word) {
    return word.is_word("__align__") || word.is_word("alignas") || word.is_word("__attribute__") ||
           word.is_word("decltype");
}

/// What comes after the `[]` of `extern __shared__ T name[]`. In a macro it may end there.
bool may_follow_array(const token& following) {
    return following.is(token_kind::end) || following.is(token_kind::semicolon) ||
           following.is(token_kind::comma) || following.is(token_kind::open_square) ||
           following.is_word("__attribute__");
}

}  // namespace

std::size_t function_body(const sequence& tokens, std::size_t specifier) {
    constexpr std::size_t longest_head = 1024;  // groups in brackets count once
    bool has_parameters = false;
    std::size_t i = specifier + 1;
    for (std::size_t steps = 0; steps < longest_head && i < tokens.size(); ++steps) {
        const token& now = tokens[i];
        if (now.is(token_kind::semicolon) || is_close_bracket(now.kind) ||
            now.is_word("__global__")) {
            return no_token;
        }
        if (now.is(token_kind::open_brace)) {
            return has_parameters && tokens.partner(i) != no_token ? i : no_token;
        }
        if (now.is_word("requires")) {
            i = after_requires(tokens, i);
            continue;
        }
        has_parameters = has_parameters || now.is(token_kind::open_paren);
        i = tokens.after(i);
    }
    return no_token;
}

dynamic_shared find_dynamic_shared(const sequence& tokens, std::size_t start) {
    constexpr std::size_t longest_declaration = 256;
    dynamic_shared found;
    found.begin = start;
    bool is_extern = false;
    bool is_shared = false;
    for (std::size_t i = start; i < tokens.size() && i < start + longest_declaration;) {
        const token& now = tokens[i];
        is_extern = is_extern || now.is_word("extern");
        is_shared = is_shared || now.is_word("__shared__");
        if (takes_arguments(now) && tokens[i + 1].is(token_kind::open_paren)) {
            i = tokens.after(i + 1);
            continue;
        }
        const bool is_attribute =
            now.is(token_kind::open_square) && tokens[i + 1].is(token_kind::open_square);
        if (now.is(token_kind::open_square) && !is_attribute) {
            const bool has_name = i > start && tokens[i - 1].is(token_kind::identifier) &&
                                  !tokens[i - 1].is_word("extern") &&
                                  !tokens[i - 1].is_word("__shared__");
            const bool is_array = has_name && tokens[i + 1].is(token_kind::close_square) &&
                                  may_follow_array(tokens[i + 2]);
            found.name = i - 1;
            if (!is_array || !is_extern || !is_shared) {
                return found;
            }
            break;
        }
        if (now.is(token_kind::semicolon) || now.is(token_kind::open_brace) ||
            now.is(token_kind::open_paren) || now.is(token_kind::launch_open) ||
            is_close_bracket(now.kind)) {
            return found;
        }
        i = tokens.after(i);
    }
    if (found.name == 0) {
        return found;
    }
    std::size_t end = found.name;
    while (end < tokens.size() && !tokens[end].is(token_kind::semicolon) &&
           !is_close_bracket(tokens[end].kind)) {
        const bool is_open = is_open_bracket(tokens[end].kind) && tokens.partner(end) == no_token;
        if (is_open || tokens[end].is(token_kind::launch_open)) {
            return found;
        }
        end = tokens.after(end);
    }
    found.end = end;
    return found;
}

std::size_t after_untyped_cast(const sequence& tokens, std::size_t start) {
    const bool is_named =
        tokens[start].is_word("reinterpret_cast") && tokens[start + 1].is(token_kind::less);
    if (!is_named && !tokens[start].is(token_kind::open_paren)) {
        return start;
    }
    std::size_t at = start + (is_named ? 2 : 1);
    at += tokens[at].is_word("const") ? 1 : 0;
    if (!tokens[at].is_word("void")) {
        return start;
    }
    ++at;
    at += tokens[at].is_word("const") ? 1 : 0;
    const bool is_pointer = tokens[at].is(token_kind::other) && tokens[at].spelling == "*";
    const token_kind end = is_named ? token_kind::greater : token_kind::close_paren;
    return is_pointer && tokens[at + 1].is(end) ? at + 2 : start;
}

bool opens_namespace(const sequence& tokens, std::size_t brace) {
    if (brace == 0) {
        return false;
    }
    if (tokens[brace - 1].is(token_kind::literal)) {
        return brace > 1 && tokens[brace - 2].is_word("extern");
    }
    constexpr std::size_t longest_name = 64;
    for (std::size_t i = brace; i > 0 && brace - i < longest_name; --i) {
        const token& now = tokens[i - 1];
        if (now.is_word("namespace")) {
            return true;
        }
        const bool in_name = now.is(token_kind::identifier) || now.is(token_kind::scope) ||
                             now.is(token_kind::open_square) || now.is(token_kind::close_square);
        if (!in_name) {
            return false;
        }
    }
    return false;
}

}  // namespace simcuda::rewriter
