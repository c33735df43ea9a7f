#pragma once

#include "common/simcuda/runtime/block_runner.hpp"

namespace simcuda {

/// Reports that the running kernel's threads wait for one another.
void tell_standstill(const block_runner::standstill& found);

}  // namespace simcuda
