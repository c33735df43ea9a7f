#pragma once

#include <string_view>

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// Is the name at `index` called as a statement of its own: `name(...);`?
[[nodiscard]] bool is_called_alone(const sequence& tokens, std::size_t index);

/// Does a type seem to stand before the name at `index`, which then declares something of that
/// name?
[[nodiscard]] bool is_declared_here(const sequence& tokens, std::size_t index);

/// Does `name(` stand in `text` more often than among its tokens? Then something in a header of the
/// system, which nobody has read, may have that name, too.
[[nodiscard]] bool is_called_elsewhere(std::string_view text, const sequence& tokens,
                                       std::string_view name);

/// Written in capitals, as macros are?
[[nodiscard]] bool is_shouted(std::string_view name);

}  // namespace simcuda::rewriter
