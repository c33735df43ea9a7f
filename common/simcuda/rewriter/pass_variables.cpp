// Variables on the device, and dynamic shared memory.
#include <algorithm>
#include <string>

#include "common/simcuda/rewriter/characters.hpp"
#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

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

}  // namespace simcuda::rewriter
