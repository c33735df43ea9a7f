#pragma once

#include <functional>

#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// A program that still fails and that no longer does when any one step, or any one touch of a
/// kernel or of the host, is taken away; buffers that nothing uses are gone.
[[nodiscard]] program shrink(program p, const std::function<bool(const program&)>& fails);

}  // namespace simcuda::reference
