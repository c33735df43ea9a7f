#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/units.hpp"

namespace timeline {

/// The characters that a text may use.
enum class charset : std::uint8_t { unicode, ascii };

/// A duration with three digits and its unit: "157 µs" ("157 us" in ASCII), "5.80 ms", "1.20 s".
[[nodiscard]] std::string readable(nanoseconds t, charset allowed = charset::unicode);

/// UTF-8 text by the columns that a terminal gives each character: two for Chinese, Japanese and
/// Korean characters and emoji, none for combining marks. A byte that is not UTF-8 becomes '?', a
/// control character a space.
struct text_column {
    std::string bytes;  ///< the character and marks combined with it; empty: second half of a wide
};
[[nodiscard]] std::vector<text_column> columns_of(std::string_view text);

/// How many columns the text takes.
[[nodiscard]] int width_of(std::string_view text);

}  // namespace timeline
