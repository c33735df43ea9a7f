#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace simcuda {

/// Prose in lines of at most `width` columns, each after `indent` blanks.
[[nodiscard]] std::string text_in_lines(std::string_view text, std::size_t indent,
                                        std::size_t width);

/// A line of source; one that is too long goes on below, a little to the right. Of a very long one
/// the first few lines are enough to know it by.
[[nodiscard]] std::string code_in_lines(std::string_view code, std::size_t indent,
                                        std::size_t width);

}  // namespace simcuda
