#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace checker::tests {

/// Many answers to one lab as one translation unit, for a compiler that takes much longer to start
/// than to read an answer. Each answer has a namespace of its own, with its own copy of the headers
/// in the folder `contract`, which declare its functions; all other headers come first, once.
/// Errors in it name the answer's own file and line.
///
/// What does not compile alone may compile so, where another answer includes what it lacks.
[[nodiscard]] std::string one_unit(const std::filesystem::path& contract,
                                   const std::vector<std::filesystem::path>& answers);

}  // namespace checker::tests
