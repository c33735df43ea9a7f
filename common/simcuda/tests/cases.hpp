#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/simcuda/tests/program.hpp"

namespace simcuda::tests {

/// What a program ends with that had a defect, where it is told to be strict about them.
inline constexpr int status_of_defects = 86;

/// What a file of tests/programs says about one of its cases (see programs/cases.cuh).
struct expected_case {
    std::string name;
    std::string defect;                              ///< empty: none
    std::map<std::string, std::string> environment;  ///< "with: NAME=VALUE"
    int status = 0;          ///< "ends: N"; otherwise status_of_defects for any
    std::vector<int> lines;  ///< marked (1), (2), in this order
};

/// Throws std::runtime_error for a file that says nothing.
[[nodiscard]] std::vector<expected_case> cases_of(const fs::path& source);

}  // namespace simcuda::tests
