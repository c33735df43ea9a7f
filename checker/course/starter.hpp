#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace checker {

/// The starter that belongs to a reference solution. In the solution, the learner's part stands
/// between two markers, each a comment on a line of its own:
///
///         // LEARNER: copy the chunk over, launch the kernel, copy the result back
///         ... the solution's lines, which the starter does not have ...
///         //| return cudaSuccess;
///         // LEARNER END
///
/// The starter has `// TODO: copy the chunk over, ...` instead of the first marker, and, without
/// the `//| `, the lines that only the starter needs.
///
/// Throws std::invalid_argument with the line number for markers that do not pair, or none at all.
[[nodiscard]] std::string starter_of(std::string_view solution);

}  // namespace checker
