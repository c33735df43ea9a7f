#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/simcuda/rewriter/token.hpp"

namespace simcuda::rewriter {

/// A `#define` or `#undef` in the learner's text.
struct macro {
    std::string_view name;
    std::size_t offset = 0;   ///< of the directive; it holds from there on
    std::vector<token> body;  ///< empty for `#undef`; positions are those of the definition
};

/// A file that the learner's text includes.
struct inclusion {
    std::string_view entered;  ///< the file's path as the compiler found it, in quotes
    place from;                ///< the line of the #include
};

/// What the learner wrote, taken out of a preprocessed unit: no system headers, no inactive
/// branches of conditionals.
struct unit {
    std::vector<std::string> files;       ///< by `place::file`, as the markers quote them
    std::unordered_set<std::size_t> own;  ///< those of them that hold the learner's text
    std::vector<token> code;              ///< everything but directives
    std::vector<macro> macros;            ///< in the order of the text
    std::vector<inclusion> inclusions;

    /// The file's name without quotes and escapes.
    [[nodiscard]] std::string file_name(std::size_t file) const;
};

[[nodiscard]] unit read_unit(std::string_view preprocessed,
                             const std::unordered_set<std::string>& predefined);

}  // namespace simcuda::rewriter
