#include "common/simcuda/rewriter/variables.hpp"

#include <algorithm>

namespace simcuda::rewriter {

namespace {

using readable = device_variables::readable;

constexpr std::size_t longest = 256;  // tokens of a declaration; groups in brackets count once

bool ends_declaration(const token& t) {
    return t.is(token_kind::semicolon) || t.is(token_kind::open_brace) ||
           t.is(token_kind::close_brace) || t.is(token_kind::end);
}

/// The first token of the declaration; a template's head is a part of it.
std::size_t start_of(const sequence& tokens, std::size_t index) {
    std::size_t start = index;
    while (start > 0 && index - start < longest && !ends_declaration(tokens[start - 1]))
        --start;
    return start;
}

bool is_specifier_with_arguments(const token& t) {
    return t.is_word("__align__") || t.is_word("alignas") || t.is_word("__attribute__") ||
           t.is_word("decltype");
}

/// Reads the part of a declaration that follows its first specifier.
class reader {
public:
    reader(const sequence& tokens, std::size_t start) : tokens_(tokens), at_(start) {}

    device_variables read() {
        for (std::size_t steps = 0; steps < longest && at_ < tokens_.size(); ++steps) {
            if (!step())
                return found_;
        }
        return stop(readable::not_quite);
    }

private:
    /// False when the end is reached or the rest does not matter.
    bool step() {
        const token& now = tokens_[at_];
        if (now.is_word("__managed__"))
            found_.place = device_variables::space::managed;
        if (is_specifier_with_arguments(now) && tokens_[at_ + 1].is(token_kind::open_paren)) {
            at_ = tokens_.after(at_ + 1);
            return true;
        }
        if (now.is(token_kind::identifier))
            return at_word();
        switch (now.kind) {
            case token_kind::less:
                ++templates_;
                break;
            case token_kind::greater:
                templates_ -= std::min(templates_, 1);
                break;
            case token_kind::open_paren:
                return at_parenthesis();
            case token_kind::open_square:
                if (tokens_[at_ + 1].is(token_kind::open_square))
                    break;  // an attribute
                return at_end_of_name();
            case token_kind::comma:
                if (templates_ > 0)
                    break;
                return at_end_of_name();
            case token_kind::semicolon:
            case token_kind::open_brace:
                return at_end_of_name();
            default:
                if (now.spelling == "=")
                    return at_end_of_name();
                break;
        }
        at_ = tokens_.after(at_);
        return true;
    }

    bool at_word() {
        const std::string_view word = tokens_[at_].spelling;
        if (word == "operator")
            return finish(readable::no);
        if (templates_ == 0 && !(tokens_[at_ - 1].is(token_kind::scope) && last_ + 2 == at_))
            first_ = at_;
        if (templates_ == 0)
            last_ = at_;
        ++at_;
        return true;
    }

    /// A function's parameters follow its name; anything else is beyond this reader.
    bool at_parenthesis() {
        if (templates_ > 0) {
            at_ = tokens_.after(at_);
            return true;
        }
        const bool after_name = last_ != no_token && last_ + 1 == at_;
        const bool pointer = tokens_[at_ + 1].spelling == "*";
        const bool is_function = after_name && !pointer && found_.names.empty();
        return finish(is_function ? readable::no : readable::not_quite);
    }

    /// The name is known; passes over dimensions and the initializer.
    bool at_end_of_name() {
        if (last_ == no_token)
            return finish(readable::not_quite);
        found_.names.emplace_back(first_, last_ + 1);
        while (at_ < tokens_.size() && !tokens_[at_].is(token_kind::comma) &&
               !tokens_[at_].is(token_kind::semicolon)) {
            if (is_close_bracket(tokens_[at_].kind))
                return finish(readable::not_quite);
            at_ = tokens_.after(at_);
        }
        if (!tokens_[at_].is(token_kind::comma)) {
            found_.semicolon = at_;
            return finish(at_ < tokens_.size() ? readable::yes : readable::not_quite);
        }
        last_ = no_token;
        ++at_;
        return true;
    }

    bool finish(readable what) {
        found_ = stop(what);
        return false;
    }
    device_variables stop(readable what) {
        found_.what = what;
        return found_;
    }

    const sequence& tokens_;
    std::size_t at_;
    int templates_ = 0;
    std::size_t first_ = no_token, last_ = no_token;  // of the name so far
    device_variables found_;
};

}  // namespace

device_variables find_device_variables(const sequence& tokens, std::size_t index) {
    const std::size_t start = start_of(tokens, index);
    bool is_template = false;
    for (std::size_t i = start; i < index; ++i) {
        // The first specifier reads for all of them; a lambda's is no declaration's.
        if (tokens[i].is_word("__device__") || tokens[i].is_word("__constant__") ||
            tokens[i].is_word("__managed__") || tokens[i].is_word("__shared__") ||
            tokens[i].is(token_kind::close_square))
            return {};
        const bool elsewhere =
            tokens[i].is_word("extern") && !tokens[i + 1].is(token_kind::literal);
        if (elsewhere || tokens[i].is_word("using") || tokens[i].is_word("friend"))
            return {};
        is_template = is_template || tokens[i].is_word("template");
    }
    device_variables found = reader(tokens, index).read();
    if (found.what != readable::yes)
        return found;
    bool is_constant = false;
    for (std::size_t i = index; i < found.names.front().first; ++i) {
        const token& t = tokens[i];
        // What is defined elsewhere is announced there; shared memory is no variable of its own.
        if (t.is_word("extern") || t.is_word("__shared__") || t.is_word("constexpr"))
            return {};
        is_constant = (is_constant || t.is_word("const")) && t.spelling != "*";
    }
    // A kernel may read any constant.
    if (is_constant && tokens[index].is_word("static"))
        return {};
    if (is_template && found.what == readable::yes)
        found.what = readable::not_quite;
    return found;
}

}  // namespace simcuda::rewriter
