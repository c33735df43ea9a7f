#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "common/simcuda/rewriter/edits.hpp"
#include "common/simcuda/rewriter/kernels.hpp"
#include "common/simcuda/rewriter/launches.hpp"
#include "common/simcuda/rewriter/rewriter.hpp"
#include "common/simcuda/rewriter/sequence.hpp"
#include "common/simcuda/rewriter/unit.hpp"
#include "common/simcuda/rewriter/unsupported.hpp"
#include "common/simcuda/rewriter/variables.hpp"

namespace simcuda::rewriter {

/// What a macro of the learner brings to the places that use it.
struct macro_effects {
    /// How much of a kernel's definition the replacement holds; the rest follows its use.
    enum class kernel_part {
        none,
        specifiers,  ///< up to `__global__ void`, or the name
        declarator,  ///< up to the parameter list: the body follows at once
    };
    kernel_part kernel = kernel_part::none;
    bool makes_device = false;      ///< holds `__device__` or another place on the device
    std::vector<problem> problems;  ///< told where the macro is used, once
};
using macro_table = std::unordered_map<std::string_view, macro_effects>;

/// What all passes over a unit share.
struct rewriting {
    std::string_view text;
    const unit* source = nullptr;
    edits changes;
    std::vector<problem> problems;
    macro_table macros;
    std::uint64_t work = 0;  ///< looks at tokens of macros
    /// A device variable whose name nobody can read: the runtime is told that there are such.
    bool has_untold_variables = false;
    std::set<std::string_view> kernels;  ///< names met so far, without their namespaces
    /// Names that the program also gives to something else than a kernel.
    std::unordered_set<std::string_view> other_names;
    /// Kernels that were called like functions, and whether they are known to be meant.
    std::unordered_map<std::string_view, bool> called_kernels;
    std::size_t next_macro = 0;  ///< the first of the unit's macros that is not in `macros` yet
};

enum class position : bool {
    code,
    /// In a macro's replacement: one logical line, where no line marker can stand.
    macro,
};

/// One walk over a sequence of tokens: finds launches, kernels and shared arrays, and notes the
/// changes.
class pass {
public:
    pass(rewriting& shared, const sequence& tokens, position where)
        : shared_(shared), tokens_(tokens), where_(where) {}

    void run();
    /// Problems found by this pass.
    [[nodiscard]] std::vector<problem> take_problems() { return std::move(found_); }

private:
    void at_identifier(std::size_t index);
    void at_function(std::size_t index);
    void at_launch(std::size_t index);
    void at_dynamic_shared(std::size_t index);
    void at_variables(std::size_t index, const macro_effects* macro);
    [[nodiscard]] std::string announcement(std::size_t first, std::size_t end,
                                           device_variables::space place) const;
    void at_brace(std::size_t index);
    void at_noinline(std::size_t index);
    void at_launch_function(std::size_t index);
    void at_void(std::size_t index);
    void note_kernel(std::size_t index);
    void at_plain_call(std::size_t index);
    [[nodiscard]] bool can_only_be_kernel(std::string_view name);
    void rewrite_kernel(std::size_t open);
    void apply_macros(std::size_t before_offset);
    [[nodiscard]] std::size_t kernel_body(std::size_t index, const macro_effects* macro) const;
    void complain(std::size_t index, std::string message);

    [[nodiscard]] bool at_namespace_scope() const;
    /// Text that takes the compiler back to where the learner's own text goes on. `offset` is the
    /// place in the preprocessed text, `token` one on the same line.
    [[nodiscard]] std::string resume(const token& on_line, std::size_t offset) const;
    [[nodiscard]] std::string resume_after(std::size_t index) const;
    /// The same, left out where the learner's line ends here anyway.
    [[nodiscard]] std::string resume_in_line(std::size_t index) const;
    /// Line ends that a macro loses with the tokens from `first` to `last`.
    [[nodiscard]] std::string lost_lines(std::size_t first, std::size_t last) const;
    [[nodiscard]] std::string_view text_of(std::size_t first, std::size_t end) const;

    rewriting& shared_;
    const sequence& tokens_;
    position where_;
    std::vector<problem> found_;
    std::vector<std::size_t> enclosing_;  ///< open braces that are no namespaces
    std::size_t device_end_ = 0;          ///< index of the brace that ends device code
    std::size_t shared_code_end_ = 0;     ///< the same for code of both sides
    std::size_t skip_until_ = 0;          ///< tokens before it are already dealt with
    std::size_t last_kernel_ = no_token;  ///< a kernel's name, in the newest declaration
    // What was rewritten last cannot be part of another launch.
    std::size_t last_open_ = no_token, last_close_ = no_token, last_cast_ = no_token;
    std::vector<std::string_view> namespaces_;  ///< their names, outermost first
    std::vector<std::size_t> namespace_ends_;
    std::set<std::string> shared_names_;  ///< arrays declared at namespace scope
};

/// The effects of one macro of the learner; notes the changes in its replacement.
[[nodiscard]] macro_effects read_macro(rewriting& shared, const macro& definition);

}  // namespace simcuda::rewriter
