#include "common/simcuda/rewriter/pass.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "common/simcuda/rewriter/casts.hpp"
#include "common/simcuda/rewriter/characters.hpp"
#include "common/simcuda/rewriter/configuration.hpp"
#include "common/simcuda/rewriter/names.hpp"

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
        shared_.other_names.contains(name) || shared_.macros.contains(name) ||
        !is_called_alone(tokens_, index))
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

/// Variables on the device are announced to the runtime behind their declaration: it follows who
/// uses them, and what the host may not touch.
void pass::at_variables(std::size_t index, const macro_effects* macro) {
    const token& now = tokens_[index];
    const bool in_macro = macro != nullptr && macro->makes_device;
    const bool is_place = in_macro || now.is_word("__device__") || now.is_word("__constant__") ||
                          now.is_word("__managed__");
    const bool is_global = is_place && at_namespace_scope();
    const bool in_device_code = index < device_end_ || index < shared_code_end_;
    const bool is_local = now.is_word("static") && in_device_code;
    if (where_ != position::code || (!is_global && !is_local))
        return;
    const device_variables found = find_device_variables(tokens_, index);
    // What a macro with arguments declares, only the compiler knows.
    const bool by_macro = in_macro && tokens_[index + 1].is(token_kind::open_paren) &&
                          tokens_[tokens_.after(index + 1)].is(token_kind::semicolon);
    const bool on_both_sides = is_local && index >= device_end_;
    using readable = device_variables::readable;
    if (found.what == readable::not_quite || by_macro ||
        (on_both_sides && found.what == readable::yes)) {
        shared_.has_untold_variables = true;
        return;
    }
    if (found.what == readable::no)
        return;
    std::string told;
    for (const auto& [first, end] : found.names)
        told += announcement(first, end, found.place);
    shared_.changes.insert(tokens_[found.semicolon].end, told + resume_in_line(found.semicolon));
}

std::string pass::announcement(std::size_t first, std::size_t end,
                               device_variables::space place) const {
    const bool is_managed = place == device_variables::space::managed;
    std::string name;
    for (std::size_t i = first; i < end; ++i)
        name += tokens_[i].spelling;
    return std::string(" [[maybe_unused]] static const ::simcuda::") +
           (is_managed ? "managed_variable" : "device_variable") + " simcuda_variable_" +
           std::to_string(first) + "(" + std::string(text_of(first, end)) + ", \"" + name + "\");";
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

void pass::at_dynamic_shared(std::size_t index) {
    const dynamic_shared found = find_dynamic_shared(tokens_, index);
    if (found.end == 0) {
        return;
    }
    skip_until_ = found.end;
    const bool is_global = at_namespace_scope() && where_ == position::code;
    edits& changes = shared_.changes;
    const token& first = tokens_[found.begin];
    std::string full_name;
    for (const std::string_view each : namespaces_) {
        full_name += std::string(each) + "::";
    }
    full_name += tokens_[found.name].spelling;
    if (is_global && !shared_names_.insert(full_name).second) {
        // Said again in another header: the first declaration holds.
        for (std::size_t i = found.begin; i < found.end; ++i) {
            const bool is_last = i + 1 == found.end;
            changes.replace(tokens_[i].begin, tokens_[i].end, is_last ? resume_in_line(i) : "");
        }
        return;
    }
    std::string type;
    for (std::size_t i = found.begin; i < found.name; ++i) {
        const token& now = tokens_[i];
        const bool is_aligned =
            now.is_word("__align__") || now.is_word("alignas") || now.is_word("__attribute__");
        if (is_aligned && tokens_[i + 1].is(token_kind::open_paren)) {
            i = tokens_.after(i + 1) - 1;  // holds anyway: the array starts at a page's boundary
        } else if (!now.is_word("extern") && !now.is_word("__shared__") && !now.is_word("static")) {
            type += std::string(now.spelling) + " ";
        }
    }
    const bool glues = type.empty() || !starts_word(type.front());
    // `[]` is the pointer; what follows it are the rows' dimensions: (* const s)[32].
    std::string out = std::string("[[maybe_unused]] ") + (is_global ? "static " : "") + type;
    for (std::size_t i = found.name; i < found.end;) {
        const std::size_t rows = i + 3;
        std::size_t next = rows;
        while (next < found.end && !tokens_[next].is(token_kind::comma)) {
            next = tokens_.after(next);
        }
        next = std::min(next, found.end);
        std::string dimensions;
        for (std::size_t j = rows; j < next; ++j) {
            if (tokens_[j].is_word("__attribute__") && tokens_[j + 1].is(token_kind::open_paren))
                j = tokens_.after(j + 1) - 1;
            else
                dimensions += std::string(tokens_[j].spelling) + " ";
        }
        const bool has_rows = !dimensions.empty();
        const token& name = tokens_[i];
        out += (has_rows ? "(*const " : "*const ") + resume(name, name.begin);
        out += std::string(name.spelling) + (has_rows ? ")" + dimensions : "");
        out += std::string(" = static_cast<") + (glues ? " " : "") + type +
               (has_rows ? "(*)" + dimensions : "*") + ">(::simcuda::dynamic_shared())";
        out += next < found.end ? ", " : "";
        i = next + 1;
    }
    if (is_global && tokens_[found.end].is(token_kind::semicolon)) {
        std::string told;
        for (std::size_t i = found.name; i < found.end; i = tokens_.after(i)) {
            const bool is_name =
                tokens_[i].is(token_kind::identifier) && tokens_[i + 1].is(token_kind::open_square);
            told += is_name ? announcement(i, i + 1, device_variables::space::device) : "";
        }
        changes.insert(tokens_[found.end].end, told + resume_in_line(found.end));
    }
    const token& end = tokens_[found.end - 1];
    changes.replace(first.begin, end.end,
                    out + lost_lines(found.begin, found.end - 1) + resume_after(found.end - 1));
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

std::string pass::resume(const token& on_line, std::size_t offset) const {
    if (where_ == position::macro) {
        return "";
    }
    // Machine-made lines of any length must not make the text grow without bound.
    constexpr std::size_t widest = 500;
    const std::string_view passed = shared_.text.substr(on_line.begin, offset - on_line.begin);
    // An operator may be spliced: its end is then on another line.
    const std::size_t last_end = passed.rfind('\n');
    const auto lines = std::count(passed.begin(), passed.end(), '\n');
    const std::size_t column = last_end == std::string_view::npos
                                   ? on_line.where.column + passed.size()
                                   : passed.size() - last_end;
    return "\n#line " + std::to_string(on_line.where.line + lines) + " " +
           shared_.source->files[on_line.where.file] + "\n" +
           std::string(std::min(column, widest) - 1, ' ');
}

std::string pass::resume_after(std::size_t index) const {
    return resume(tokens_[index], tokens_[index].end);
}

std::string pass::resume_in_line(std::size_t index) const {
    const std::string_view following = shared_.text.substr(tokens_[index].end, 2);
    const bool line_ends = following.empty() || following.front() == '\n' || following == "\r\n";
    return line_ends ? "" : resume_after(index);
}

std::string pass::lost_lines(std::size_t first, std::size_t last) const {
    std::string lines;
    if (where_ == position::macro) {
        const std::string_view text = text_of(first, last + 1);
        for (auto ends = std::count(text.begin(), text.end(), '\n'); ends > 0; --ends) {
            lines += " \\\n";
        }
    }
    return lines;
}

std::string_view pass::text_of(std::size_t first, std::size_t end) const {
    const std::size_t begin = tokens_[first].begin;
    return shared_.text.substr(begin, tokens_[end - 1].end - begin);
}

}  // namespace simcuda::rewriter
