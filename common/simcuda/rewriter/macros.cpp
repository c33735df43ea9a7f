#include <algorithm>
#include <utility>

#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

namespace {

using part = macro_effects::kernel_part;

/// Attributes whose parentheses are no parameter list.
bool is_attribute(const token& word) {
    return word.is_word("__launch_bounds__") || word.is_word("__attribute__") ||
           word.is_word("alignas") || word.is_word("__align__");
}

/// The parenthesis that ends the kernel's parameter list, from `specifier` on, or `no_token`.
std::size_t parameters_close(const sequence& tokens, std::size_t specifier) {
    for (std::size_t i = specifier + 1; i < tokens.size(); i = tokens.after(i)) {
        const bool is_list = tokens[i].is(token_kind::open_paren) &&
                             tokens[i - 1].is(token_kind::identifier) &&
                             !is_attribute(tokens[i - 1]);
        if (is_list) {
            return tokens.partner(i);
        }
    }
    return no_token;
}

problem split_definition(const rewriting& shared, const token& brace) {
    return {shared.source->file_name(brace.where.file), static_cast<int>(brace.where.line),
            static_cast<int>(brace.where.column),
            "this macro opens a kernel's body and does not close it, so the body's end cannot be "
            "told from the text. Let the macro stop before '{', and write the braces where the "
            "macro is used"};
}

/// What a replacement with `__global__` at `specifier` leaves to the place of its use.
part remaining_part(rewriting& shared, const sequence& tokens, std::size_t specifier,
                    std::vector<problem>& problems) {
    if (function_body(tokens, specifier) != no_token) {
        return part::none;
    }
    for (std::size_t i = specifier; i < tokens.size(); i = tokens.after(i)) {
        if (tokens[i].is(token_kind::semicolon)) {
            return part::none;
        }
        if (tokens[i].is(token_kind::open_brace)) {
            problems.push_back(split_definition(shared, tokens[i]));
            return part::none;
        }
    }
    const std::size_t close = parameters_close(tokens, specifier);
    if (close == no_token) {
        return part::specifiers;
    }
    const bool body_is_parameter = close + 2 == tokens.size() &&
                                   tokens[close + 1].is(token_kind::identifier) &&
                                   !tokens[close + 1].is_word("noexcept");
    if (!body_is_parameter) {
        return part::declarator;
    }
    // #define KERNEL(name, body) __global__ void name(int* p) body
    const token& body = tokens[close + 1];
    shared.changes.insert(body.begin, "{ return ::simcuda::enter(__func__, [=]() mutable -> void ");
    shared.changes.insert(body.end, "); }");
    return part::none;
}

}  // namespace

macro_effects read_macro(rewriting& shared, const macro& definition) {
    macro_effects effects;
    if (definition.body.empty()) {
        return effects;
    }
    const sequence tokens(definition.body);
    pass walk(shared, tokens, position::macro);
    walk.run();
    effects.problems = walk.take_problems();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto nested = shared.macros.find(tokens[i].spelling);
        const bool is_macro = nested != shared.macros.end();
        effects.makes_device = effects.makes_device || tokens[i].is_word("__device__") ||
                               tokens[i].is_word("__constant__") ||
                               tokens[i].is_word("__managed__") ||
                               (is_macro && nested->second.makes_device);
        if (tokens[i].is_word("__global__") ||
            (is_macro && nested->second.kernel == part::specifiers)) {
            effects.kernel = remaining_part(shared, tokens, i, effects.problems);
        } else if (is_macro && nested->second.kernel == part::declarator) {
            effects.kernel = part::declarator;
        }
    }
    shared.work += tokens.looks();
    return effects;
}

}  // namespace simcuda::rewriter
