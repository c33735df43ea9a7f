#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/simcuda/tests/program.hpp"

namespace simcuda::tests {

/// A line of a correct program (see programs/correct/plain.cuh) without which something happens.
struct removal {
    char name = 0;
    int line = 0;            ///< from 1
    std::string defect;      ///< empty: the order is there all the same
    std::vector<int> where;  ///< the lines that the report has to show, the earlier first
};

struct marked_program {
    fs::path source;
    std::string text;
    std::vector<std::string> flags;                  ///< "// flags: ...": to be built with
    std::map<std::string, std::string> environment;  ///< "// with: NAME=VALUE": to be run with
    std::vector<removal> removals;
};

/// Throws std::runtime_error where marks and lines do not fit together.
[[nodiscard]] marked_program marked(const fs::path& source);

/// One translation unit with the program as it is and once more without each marked line.
struct variants {
    std::string text;  ///< of a program whose argument says which: 0 or 1 + an index of `removals`
    std::vector<int> before;  ///< for each, how many lines of the unit come before its first
};
[[nodiscard]] variants all_variants(const marked_program& program);

}  // namespace simcuda::tests
