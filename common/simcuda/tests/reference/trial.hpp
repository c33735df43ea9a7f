#pragma once

#include <cstdint>
#include <string>

#include "common/simcuda/tests/reference/order.hpp"
#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// What was compared so far.
struct tally {
    std::uint64_t programs = 0, operations = 0, pairs = 0, racing = 0;
};

/// Both sides of one program; the differences in words, none if they agree.
[[nodiscard]] std::vector<std::string> differences(const program& p, rule_set rules = all_rules(),
                                                   tally* count = nullptr);

/// Runs the seed's program. Empty when both sides agree; otherwise the shrunk program as source.
[[nodiscard]] std::string try_seed(std::uint32_t seed, tally& count, rule_set rules = all_rules());

}  // namespace simcuda::reference
