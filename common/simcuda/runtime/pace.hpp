#pragma once

#include <map>
#include <vector>

#include "common/simcuda/runtime/scheduler.hpp"
#include "common/timeline/operation.hpp"

namespace simcuda {

/// Work of one kind takes the same time in each run here, which on a GPU it does not: a checker that
/// is about measuring lets it vary.
class pace {
public:
    /// From now on the nth operation of each kind takes `factors[n % size]` times as long as it
    /// would. Empty: as long as it would.
    void vary(std::vector<double> factors);
    /// What this operation takes, as the next of its kind.
    [[nodiscard]] work next(timeline::op_kind kind, work w);

private:
    std::vector<double> factors_;
    std::map<timeline::op_kind, std::size_t> issued_;
};

}  // namespace simcuda
