#pragma once

#include <ctime>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// The wall clock's date at virtual time 0, so that two runs see the same one.
inline constexpr long long epoch_seconds = 1'700'000'000;

[[nodiscard]] constexpr bool is_wall_clock(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

/// The virtual time that a reading of `clock` stands for.
[[nodiscard]] constexpr nanoseconds virtual_time(clockid_t clock, const timespec& t) {
    constexpr long long second = 1'000'000'000;
    const long long offset = is_wall_clock(clock) ? epoch_seconds : 0;
    return nanoseconds{(t.tv_sec - offset) * second + t.tv_nsec};
}

}  // namespace simcuda
