#pragma once

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// A cast of a function's name to `void*`, as indices into its sequence.
struct address_cast {
    std::size_t begin = no_token;  ///< its first token; `no_token`: there is none
    std::size_t last = 0;          ///< its last token before the operand
    std::size_t name = 0;          ///< the function's own name, behind `::`, `&` and brackets
};

/// The cast whose type includes the word `void` at `index`: `(void*)f`, `(const void*)&f`,
/// `reinterpret_cast<void*>(f)`.
[[nodiscard]] address_cast find_address_cast(const sequence& tokens, std::size_t index);

/// Index of the name of the function whose specifiers include the token at `specifier`;
/// `no_token` where there is none.
[[nodiscard]] std::size_t function_name(const sequence& tokens, std::size_t specifier);

}  // namespace simcuda::rewriter
