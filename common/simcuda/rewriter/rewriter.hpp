#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

/// CUDA's launch syntax turned into C++ that g++ and clang++ compile (see simcuda/launch.hpp for
/// the three forms). Works on tokens, knows no types, and leaves everything else byte-identical.
namespace simcuda::rewriter {

/// Something the learner wrote that cannot become a program for the simulated device.
struct problem {
    std::string file;  ///< as the line markers name it
    int line = 0;      ///< from 1
    int column = 0;    ///< from 1, in bytes
    std::string message;

    friend bool operator==(const problem&, const problem&) = default;
};

struct options {
    /// Macros that the compiler defines before the first line, where the text still holds
    /// conditionals, as `clang++ -frewrite-includes` leaves them. Empty: there are none left, as
    /// after `g++ -fdirectives-only`.
    std::unordered_set<std::string> predefined;
};

struct result {
    std::string text;               ///< compile this; line markers lead back to the learner's files
    std::vector<problem> problems;  ///< in the order of the text; with any, do not compile
    std::vector<std::string> files;  ///< the learner's own files that the text came from
    std::uint64_t work = 0;          ///< looks at tokens
};

/// Rewrites one preprocessed unit: the output of `g++ -E -fdirectives-only` or of
/// `clang++ -E -frewrite-includes`. Text from system headers (line markers with flag 3) passes
/// unread. Takes time linear in the text; never throws for what the text holds.
[[nodiscard]] result rewrite(std::string_view preprocessed, const options& options = {});

/// What to tell somebody who includes `header` (as written between the brackets): a sentence where
/// it belongs to a part of CUDA that is not simulated, otherwise nothing.
[[nodiscard]] std::string explain_header(std::string_view header);

}  // namespace simcuda::rewriter
