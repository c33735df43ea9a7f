#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// A launch, as indices into its sequence.
struct launch {
    std::size_t callee = 0;  ///< first token of what is called; it ends before `open`
    std::size_t callee_end = 0;
    std::size_t open = 0;   ///< <<<
    std::size_t close = 0;  ///< the first of the three `>`
    /// The parenthesis after the arguments; `no_token` where a macro's user writes them.
    std::size_t arguments_close = no_token;
    /// What stands around the launch binds tighter than `?:`.
    bool needs_parentheses = false;
};

/// Finds the parts of the launch whose `<<<` is at `open`, or says in a sentence what is missing.
[[nodiscard]] std::variant<launch, std::string> find_launch(const sequence& tokens,
                                                            std::size_t open);

/// False for the `<<<` of `operator<<<T>`, which is no launch.
[[nodiscard]] bool is_launch(const sequence& tokens, std::size_t open);

}  // namespace simcuda::rewriter
