#pragma once

#include <string>

#include "common/simcuda/tests/reference/outcome.hpp"

namespace simcuda::reference {

/// The program as a file for `lab cc`, with what was expected and what was found in comments.
[[nodiscard]] std::string as_source(const program& p, const expected& reference,
                                    const outcome& found);

}  // namespace simcuda::reference
