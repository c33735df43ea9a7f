#pragma once

#include <unordered_map>

#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

/// What a thread knows when it lets another one go on: how late it is, and for a host function
/// (cudaLaunchHostFunc) its place among the device's work. A host function is ordered before
/// whoever meets it; host threads are ordered with each other anyway (see scheduler.hpp).
struct hand_over {
    nanoseconds at{0};
    point_ptr host_function;
};

/// The places where threads meet: locks, conditions, atomic variables. Kept by address; memory
/// that is used again for something else makes a thread later than it need be, never earlier.
class hand_overs {
public:
    void leave(const void* where, const hand_over& what) {
        hand_over& there = places_[where];
        there.at = std::max(there.at, what.at);
        if (what.host_function)
            there.host_function = what.host_function;
    }
    /// Null: nobody has left anything there.
    [[nodiscard]] const hand_over* find(const void* where) const {
        const auto it = places_.find(where);
        return it == places_.end() ? nullptr : &it->second;
    }

private:
    std::unordered_map<const void*, hand_over> places_;
};

}  // namespace simcuda
