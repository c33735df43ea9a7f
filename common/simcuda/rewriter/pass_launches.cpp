// Launches in all their forms, and what looks as if it should be one.
#include <string>
#include <utility>
#include <variant>

#include "common/simcuda/rewriter/casts.hpp"
#include "common/simcuda/rewriter/configuration.hpp"
#include "common/simcuda/rewriter/names.hpp"
#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

void pass::at_launch(std::size_t index) {
    if (index < skip_until_) {
        return;
    }
    auto found = find_launch(tokens_, index);
    if (const auto* missing = std::get_if<std::string>(&found)) {
        complain(index, *missing);
        skip_until_ = index + 1;
        while (tokens_[skip_until_].is(token_kind::launch_open)) {
            ++skip_until_;  // one merge conflict, one sentence
        }
        return;
    }
    if (index < device_end_) {
        complain(index,
                 "a kernel is launched from device code here (dynamic parallelism), which is not "
                 "simulated. Launch it from the host, in the same stream after this kernel");
        return;
    }
    const launch& parts = std::get<launch>(found);
    if (where_ == position::code) {
        // One that the command line defines is in no text; it is known by its looks.
        std::string mistake = mistake_in_configuration(tokens_, parts, [this](auto name) {
            return shared_.macros.contains(name) ||
                   (is_shouted(name) && !shared_.other_names.contains(name));
        });
        if (!mistake.empty())
            return complain(index, std::move(mistake));
    }
    const auto names = [&parts](std::size_t token) {
        return parts.callee <= token && token < parts.callee_end;
    };
    if (names(last_open_) || names(last_close_) || names(last_cast_)) {
        complain(index,
                 "the expression before this '<<<' holds a launch itself, so it names no kernel. "
                 "Write the kernel's name directly before it: kernel<<<grid, block>>>(arguments)");
        return;
    }
    last_open_ = parts.open;
    last_close_ = parts.close;
    const token& first = tokens_[parts.callee];
    const token& last = tokens_[parts.callee_end - 1];
    const token& open = tokens_[parts.open];
    const bool wraps = parts.needs_parentheses && parts.arguments_close != no_token;
    edits& changes = shared_.changes;
    changes.replace(first.begin, last.end,
                    wraps ? "(::simcuda::configure" : "::simcuda::configure");
    // A callee of several lines has lost them here, whatever follows.
    const bool same_line =
        text_of(parts.callee, parts.open + 1).find('\n') == std::string_view::npos;
    changes.replace(open.begin, open.end,
                    "(" + lost_lines(parts.open, parts.open) +
                        (same_line ? resume_in_line(parts.open) : resume_after(parts.open)));
    std::string call = resume(tokens_[parts.close], tokens_[parts.close].begin);
    call += ") ? (void)0 : ";
    call += resume(first, first.begin);
    call += text_of(parts.callee, parts.callee_end);
    call += resume_after(parts.close + 2);
    changes.replace(tokens_[parts.close].begin, tokens_[parts.close + 2].end, std::move(call));
    if (wraps) {
        changes.insert(tokens_[parts.arguments_close].end,
                       ")" + resume_in_line(parts.arguments_close));
    }
}

/// cudaLaunchKernel((const void*)kernel, ...): the kernel's type tells those of its parameters, and
/// the cast would hide it.
void pass::at_launch_function(std::size_t index) {
    const std::size_t first = index + 2;
    const std::size_t after = after_untyped_cast(tokens_, first);
    if (!tokens_[index + 1].is(token_kind::open_paren) || after == first)
        return;
    for (std::size_t i = first; i < after; ++i) {
        const token& each = tokens_[i];
        shared_.changes.replace(each.begin, each.end, std::string(each.end - each.begin, ' '));
    }
    last_cast_ = first;
}

void pass::note_kernel(std::size_t index) {
    if (tokens_[index].spelling != "__global__")
        return;
    const std::size_t name = function_name(tokens_, index);
    if (name == no_token)
        return;
    shared_.kernels.insert(tokens_[name].spelling);
    last_kernel_ = name;
}

/// A kernel that is called like a function. Only where the name can mean nothing else: the text
/// does not tell what the compiler knows of overloads.
void pass::at_plain_call(std::size_t index) {
    if (where_ != position::code || index == last_kernel_)
        return;
    const std::string_view name = tokens_[index].spelling;
    if (is_declared_here(tokens_, index))
        shared_.other_names.insert(name);
    if (!shared_.kernels.contains(name) || at_namespace_scope() ||
        !is_called_alone(tokens_, index) || !can_only_be_kernel(name))
        return;
    complain(index,
             "'" + std::string(name) + "' is a kernel and is called like a function here. " +
                 (index < device_end_
                      ? "Device code cannot launch it: move what both need into a "
                        "__device__ function, and call that"
                      : "Launch it: " + std::string(name) + "<<<blocks, threads>>>(arguments)"));
}

/// A kernel's address is handed on without its type: the runtime must learn how to call it.
void pass::at_void(std::size_t index) {
    const address_cast found = find_address_cast(tokens_, index);
    const bool in_launch =
        found.begin != no_token && found.begin > 1 &&
        tokens_[found.begin - 2].is_word("cudaLaunchKernel");  // dealt with there
    if (found.begin == no_token || in_launch ||
        !shared_.kernels.contains(tokens_[found.name].spelling))
        return;
    shared_.changes.replace(tokens_[found.begin].begin, tokens_[found.last].end,
                            "::simcuda::kernel_cast{}->*" + lost_lines(found.begin, found.last) +
                                resume_in_line(found.last));
}

bool pass::can_only_be_kernel(std::string_view name) {
    constexpr std::size_t most = 8;  // so many walks through the text
    if (shared_.other_names.contains(name) || shared_.macros.contains(name))
        return false;
    const auto known = shared_.called_kernels.find(name);
    if (known != shared_.called_kernels.end() || shared_.called_kernels.size() == most)
        return known != shared_.called_kernels.end() && known->second;
    const bool can = !is_called_elsewhere(shared_.text, tokens_, name);
    shared_.called_kernels.emplace(name, can);
    return can;
}

}  // namespace simcuda::rewriter
