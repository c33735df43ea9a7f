#include "common/simcuda/rewriter/pass.hpp"

#include <algorithm>
#include <utility>

namespace simcuda::rewriter {

void pass::run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const token& now = tokens_[i];
        if (now.is(token_kind::identifier)) {
            at_identifier(i);
        } else if (now.is(token_kind::launch_open) && is_launch(tokens_, i)) {
            at_launch(i);
        } else if (now.is(token_kind::open_brace) || now.is(token_kind::close_brace)) {
            at_brace(i);
        }
    }
    if (where_ == position::code) {
        apply_macros(shared_.text.size());
    }
    if (where_ == position::code && shared_.has_untold_variables) {
        shared_.changes.insert(shared_.text.size(),
                               "\nstatic const ::simcuda::untold_variables simcuda_untold;\n");
    }
}

void pass::at_brace(std::size_t index) {
    if (tokens_.partner(index) == no_token) {
        return;
    }
    if (tokens_[index].is(token_kind::open_brace)) {
        if (opens_namespace(tokens_, index)) {
            namespaces_.push_back(tokens_[index - 1].spelling);
            namespace_ends_.push_back(tokens_.partner(index));
        } else {
            enclosing_.push_back(index);
        }
    } else if (!namespace_ends_.empty() && namespace_ends_.back() == index) {
        namespaces_.pop_back();
        namespace_ends_.pop_back();
    } else if (!enclosing_.empty() && enclosing_.back() == tokens_.partner(index)) {
        enclosing_.pop_back();
    }
}

void pass::at_identifier(std::size_t index) {
    const token& now = tokens_[index];
    if (where_ == position::code) {
        apply_macros(now.begin);
    }
    const auto known = shared_.macros.find(now.spelling);
    macro_effects* const macro = known != shared_.macros.end() ? &known->second : nullptr;
    if (macro != nullptr) {
        std::move(macro->problems.begin(), macro->problems.end(), std::back_inserter(found_));
        macro->problems.clear();
    }
    at_variables(index, macro);
    note_kernel(index);
    at_plain_call(index);
    const std::size_t open = kernel_body(index, macro);
    if (open != no_token) {
        rewrite_kernel(open);
    } else if (now.spelling == "__device__" || (macro != nullptr && macro->makes_device)) {
        at_function(index);
    } else if ((now.spelling == "extern" || now.spelling == "__shared__") && index >= skip_until_) {
        at_dynamic_shared(index);
    } else if (now.spelling == "__noinline__") {
        at_noinline(index);
    } else if (now.spelling == "cudaLaunchKernel") {
        at_launch_function(index);
    } else if (now.spelling == "void") {
        at_void(index);
    }
    const auto context =
        index < device_end_ ? unsupported_table::context::device : unsupported_table::context::host;
    std::string sentence = unsupported().about_name(tokens_, index, context);
    if (!sentence.empty()) {
        complain(index, std::move(sentence));
    }
}

/// The body of the kernel whose definition the token at `index` begins, or `no_token`.
std::size_t pass::kernel_body(std::size_t index, const macro_effects* macro) const {
    using part = macro_effects::kernel_part;
    if (macro != nullptr && macro->kernel == part::declarator) {
        const bool has_arguments = tokens_[index + 1].is(token_kind::open_paren);
        const std::size_t open = has_arguments ? tokens_.after(index + 1) : index + 1;
        const bool is_body = tokens_[open].is(token_kind::open_brace);
        return is_body && tokens_.partner(open) != no_token ? open : no_token;
    }
    const bool makes_kernel = tokens_[index].spelling == "__global__" ||
                              (macro != nullptr && macro->kernel == part::specifiers);
    return makes_kernel ? function_body(tokens_, index) : no_token;
}

/// CUDA's bare word. A macro of that name would break the standard library's own attributes.
void pass::at_noinline(std::size_t index) {
    const token& now = tokens_[index];
    const bool in_attribute = index > 0 && (tokens_[index - 1].is(token_kind::open_paren) ||
                                            tokens_[index - 1].spelling == ",");
    if (in_attribute)
        return;
    shared_.changes.replace(now.begin, now.end,
                            "__attribute__((noinline))" + resume_in_line(index));
}

/// A device function keeps its text; but nothing in it may launch.
void pass::at_function(std::size_t index) {
    constexpr std::size_t near = 3;  // specifiers that may stand between the two
    bool also_host = false;
    for (std::size_t i = index - std::min(index, near); i <= index + near; ++i) {
        also_host = also_host || tokens_[i].is_word("__host__");
    }
    const std::size_t open = function_body(tokens_, index);
    if (open != no_token) {
        std::size_t& end = also_host ? shared_code_end_ : device_end_;
        end = std::max(end, tokens_.partner(open));
    }
}

void pass::rewrite_kernel(std::size_t open) {
    const std::size_t close = tokens_.partner(open);
    // A line of its own: clang shows the text that it reads, and shall show the learner's.
    shared_.changes.replace(tokens_[open].begin, tokens_[open].end,
                            "{" + resume_after(open) +
                                " return ::simcuda::enter(__func__, [=]() mutable -> void {" +
                                resume_in_line(open));
    shared_.changes.replace(tokens_[close].begin, tokens_[close].end,
                            "}); }" + resume_in_line(close));
    device_end_ = std::max(device_end_, close);
}

bool pass::at_namespace_scope() const {
    return enclosing_.empty();
}

/// #define and #undef come into force where they stand.
void pass::apply_macros(std::size_t before_offset) {
    const std::vector<macro>& all = shared_.source->macros;
    while (shared_.next_macro < all.size() && all[shared_.next_macro].offset < before_offset) {
        const macro& definition = all[shared_.next_macro++];
        shared_.macros.insert_or_assign(definition.name, read_macro(shared_, definition));
    }
}

void pass::complain(std::size_t index, std::string message) {
    const place where = tokens_[index].where;
    found_.push_back({shared_.source->file_name(where.file), static_cast<int>(where.line),
                      static_cast<int>(where.column), std::move(message)});
}

}  // namespace simcuda::rewriter
