#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace checker::tests {

/// A lab's answer that is right and more or less fast.
struct family_member {
    std::string what;
    std::string text;
};

/// Right answers to a lab, made from its solution, from one step after the other to the solution
/// itself: each overlaps at least as much as the one before. Empty for a lab without such a family.
/// Throws std::logic_error when the solution no longer has the lines that are to be changed.
[[nodiscard]] std::vector<family_member> family_of(std::string_view lab,
                                                   const std::string& solution);

}  // namespace checker::tests
