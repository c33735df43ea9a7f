#include "common/simcuda/rewriter/launches.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace simcuda::rewriter {

namespace {

/// Words that stand before an expression and are no part of it.
constexpr std::array<std::string_view, 23> leading_words{
    "return", "else",   "do",  "case",  "throw",    "co_return", "co_await",    "co_yield",
    "and",    "or",     "not", "goto",  "new",      "delete",    "sizeof",      "if",
    "while",  "switch", "for", "bitor", "operator", "constexpr", "__noinline__"};

constexpr std::array<std::string_view, 5> statement_heads{"if", "while", "for", "switch",
                                                          "constexpr"};

/// A template argument list longer than this is none; keeps hostile text linear.
constexpr std::size_t longest_template_arguments = 4096;

template <std::size_t Size>
bool is_one_of(const token& word, const std::array<std::string_view, Size>& words) {
    return word.is(token_kind::identifier) &&
           std::find(words.begin(), words.end(), word.spelling) != words.end();
}

bool is_name(const token& word) {
    return word.is(token_kind::identifier) && !is_one_of(word, leading_words);
}

/// The `<` of the template argument list that ends at `close`, or `no_token`.
std::size_t template_open(const sequence& tokens, std::size_t close) {
    std::size_t depth = 0;
    for (std::size_t i = close, steps = 0; steps < longest_template_arguments; ++steps) {
        const token& now = tokens[i];
        if (now.is(token_kind::greater)) {
            ++depth;
        } else if (now.is(token_kind::less) && --depth == 0) {
            return i;
        } else if (now.is(token_kind::semicolon) || is_open_bracket(now.kind) ||
                   now.is(token_kind::launch_open)) {
            return no_token;
        } else if (is_close_bracket(now.kind)) {
            i = tokens.partner(i);
            if (i == no_token) {
                return no_token;
            }
        }
        if (i == 0) {
            return no_token;
        }
        --i;
    }
    return no_token;
}

/// Where the name that ends at `last` begins: over `::`, `.`, `->` and template arguments.
std::size_t callee_begin(const sequence& tokens, std::size_t last) {
    std::size_t begin = no_token;
    std::size_t at = last;
    while (at != no_token) {
        const token& now = tokens[at];
        if (now.is(token_kind::greater)) {
            at = template_open(tokens, at);
            at = at == no_token || at == 0 || !is_name(tokens[at - 1]) ? no_token : at - 1;
            continue;
        }
        if (now.is(token_kind::close_paren) || now.is(token_kind::close_square)) {
            const std::size_t open = tokens.partner(at);
            if (open == no_token) {
                break;
            }
            if (begin != no_token && open > 0 && is_one_of(tokens[open - 1], statement_heads)) {
                break;  // if (x) (*kernel)<<<...>>>
            }
            begin = open;
            const token& before = tokens[open - 1];
            const bool goes_on = open > 0 && (is_name(before) || before.is(token_kind::greater) ||
                                              before.is(token_kind::close_paren) ||
                                              before.is(token_kind::close_square));
            at = goes_on ? open - 1 : no_token;
            continue;
        }
        if (!is_name(now)) {
            break;
        }
        begin = at;
        at = at > 0 ? at - 1 : no_token;
        if (at != no_token && tokens[at].is_word("template")) {
            begin = at;
            at = at > 0 ? at - 1 : no_token;
        }
        if (at != no_token && tokens[at].is(token_kind::member)) {
            begin = at;
            at = at > 0 ? at - 1 : no_token;
        } else if (at != no_token && tokens[at].is(token_kind::scope)) {
            begin = at;
            const bool qualified =
                at > 0 && (is_name(tokens[at - 1]) || tokens[at - 1].is(token_kind::greater));
            at = qualified ? at - 1 : no_token;
        } else {
            at = no_token;
        }
    }
    return begin;
}

/// True when a later `>>>` closes the launch instead of the one at `index`.
bool closes_later(const sequence& tokens, std::size_t index) {
    for (std::size_t i = index + 3; i < tokens.size(); i = tokens.after(i)) {
        const token& now = tokens[i];
        if (now.is(token_kind::semicolon) || is_close_bracket(now.kind) ||
            now.is(token_kind::launch_open)) {
            return false;
        }
        if (tokens.is_launch_close(i)) {
            return true;
        }
    }
    return false;
}

/// The first `>` of the `>>>` that ends the configuration, or `no_token`.
std::size_t configuration_close(const sequence& tokens, std::size_t open) {
    std::size_t templates = 0;  // template argument lists that may be open here
    for (std::size_t i = open + 1; i < tokens.size(); i = tokens.after(i)) {
        const token& now = tokens[i];
        if (now.is(token_kind::semicolon) || is_close_bracket(now.kind) ||
            now.is(token_kind::launch_open)) {
            return no_token;
        }
        if (now.is(token_kind::less) && tokens[i - 1].is(token_kind::identifier)) {
            ++templates;
        } else if (now.is(token_kind::greater)) {
            const std::size_t run = tokens.count_greater(i);
            if (run >= 3 + templates) {
                return i + run - 3;
            }
            if (run >= 3 && !(templates >= 3 && closes_later(tokens, i))) {
                return i + run - 3;
            }
            templates -= std::min(templates, run);
            i += run - 1;
        }
    }
    return no_token;
}

bool binds_tighter(const sequence& tokens, const launch& found) {
    if (found.callee > 0) {
        const token& before = tokens[found.callee - 1];
        const std::size_t open =
            before.is(token_kind::close_paren) ? tokens.partner(found.callee - 1) : no_token;
        const bool after_head =
            open != no_token && open > 0 && is_one_of(tokens[open - 1], statement_heads);
        if (open != no_token && !after_head) {
            return true;  // a cast: (void)kernel<<<...>>>(x)
        }
    }
    if (found.arguments_close == no_token) {
        return false;
    }
    const token& following = tokens[found.arguments_close + 1];
    const bool folds =
        following.is(token_kind::comma) && tokens[found.arguments_close + 2].is(token_kind::member);
    return folds || following.is_word("and") || following.is_word("or");
}

}  // namespace

bool is_launch(const sequence& tokens, std::size_t open) {
    return !(open > 0 && tokens[open - 1].is_word("operator"));
}

std::variant<launch, std::string> find_launch(const sequence& tokens, std::size_t open) {
    if (open + 1 < tokens.size() && tokens[open + 1].is(token_kind::launch_open)) {
        return std::string(
            "'<<<' stands here twice in a row. If this is a merge conflict's marker, decide for "
            "one of the two versions and delete the marker lines; a launch is written "
            "kernel<<<grid, block>>>(arguments)");
    }
    launch found;
    found.open = open;
    found.callee_end = open;
    found.callee = open > 0 ? callee_begin(tokens, open - 1) : no_token;
    if (found.callee == no_token) {
        return std::string(
            "no kernel stands before this '<<<', so there is nothing to launch. Write the "
            "kernel's name, or an expression in parentheses that gives a kernel, directly before "
            "it: kernel<<<grid, block>>>(arguments)");
    }
    found.close = configuration_close(tokens, open);
    if (found.close == no_token) {
        return std::string(
            "the configuration of this launch has no end: '>>>' is missing. Write "
            "kernel<<<grid, block>>>(arguments)");
    }
    const std::size_t arguments = found.close + 3;
    if (tokens[arguments].is(token_kind::open_paren)) {
        found.arguments_close = tokens.partner(arguments);
    }
    found.needs_parentheses = binds_tighter(tokens, found);
    return found;
}

}  // namespace simcuda::rewriter
