#pragma once

#include "common/simcuda/runtime/profile.hpp"
#include "common/simcuda/tests/reference/order.hpp"
#include "common/simcuda/tests/reference/outcome.hpp"

namespace simcuda::reference {

/// What the program does on that machine: the order by the rules given, pair by pair and byte by
/// byte; times from the machine's figures; nothing of it by the runtime's own code.
[[nodiscard]] expected work_out(const program& p, const machine_profile& machine,
                                rule_set rules = all_rules());

}  // namespace simcuda::reference
