#pragma once

#include <cstddef>

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// Index of the `{` that opens the body of the function whose specifiers include the token at
/// `specifier`; `no_token` for a declaration, or where the body's end is missing.
[[nodiscard]] std::size_t function_body(const sequence& tokens, std::size_t specifier);

/// An `extern __shared__ T name[];`, as indices into its sequence.
struct dynamic_shared {
    std::size_t begin = 0;  ///< first of `extern` and `__shared__`
    std::size_t name = 0;   ///< first declarator's name
    std::size_t end = 0;    ///< the `;`, or the sequence's size in a macro
};

/// The declaration that starts with the `extern` or `__shared__` at `start`. `end` is 0 when it is
/// something else.
[[nodiscard]] dynamic_shared find_dynamic_shared(const sequence& tokens, std::size_t start);

/// Index after a cast to `void*` that begins at `start`: `(const void*)`, or
/// `reinterpret_cast<...>` without its parentheses. `start` where there is none.
[[nodiscard]] std::size_t after_untyped_cast(const sequence& tokens, std::size_t start);

/// True for the `{` of a namespace or of extern "C": what it holds is still at namespace scope.
[[nodiscard]] bool opens_namespace(const sequence& tokens, std::size_t brace);

}  // namespace simcuda::rewriter
