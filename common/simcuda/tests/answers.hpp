#pragma once

#include <string>

namespace simcuda::tests {

/// Compares a program's "name = value" lines with those of a real machine, both files of tests/.
/// What `exceptions` names has to differ. Lines that begin with "machine." are left out.
void compare_answers(const std::string& told, const std::string& oracle,
                     const std::string& exceptions);

}  // namespace simcuda::tests
