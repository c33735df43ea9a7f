#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simcuda::driver {

/// A rewritten unit in two parts. A compiler spends most of its time on the first, which stays the
/// same from one edit to the next.
struct divided_unit {
    /// What is included before the first declaration of the source itself. Neither the source's
    /// name nor its lines are in it: all that include the same have the same preamble.
    std::string preamble;
    std::string own;        ///< the rest; begins with a line marker
    std::string beginning;  ///< lines that g++ wants to be the first of a preprocessed text
};

/// Divides `text`, which was made from `source` (as it was named to the compiler). Empty when
/// nothing is included before the first declaration.
[[nodiscard]] std::optional<divided_unit> divide(std::string_view text, std::string_view source);

}  // namespace simcuda::driver
