#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// Edits (insert, delete, replace, swap neighbours) that turn one text into the other.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate with the fewest edits, the first of equals; empty when there is none.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string>& candidates);

}  // namespace checker
