#pragma once

#include "common/simcuda/tests/reference/outcome.hpp"

namespace simcuda::reference {

/// Runs the program on the simulated device, in this process, by the functions that a compiled
/// program calls; and listens for each single mistake, before causes are told from consequences.
[[nodiscard]] outcome run_on_device(const program& p);

}  // namespace simcuda::reference
