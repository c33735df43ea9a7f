#pragma once

#include <array>
#include <cstdint>
#include <simcuda/device.hpp>

namespace simcuda {

inline constexpr unsigned warp_lanes = 32;

/// What one lane brings to a function of its warp.
struct lane_call {
    std::uint64_t value = 0;
    int operand = 0;  ///< of a shuffle: the lane, the distance or the mask
    int width = 32;   ///< of a shuffle: lanes that exchange among themselves
};

using lane_calls = std::array<lane_call, warp_lanes>;
using lane_results = std::array<std::uint64_t, warp_lanes>;

/// The function's name as programs write it.
[[nodiscard]] const char* name_of(meeting function);

/// What a value is that the documentation calls undefined: all bits set, which is a not-a-number,
/// or the lane's own value, as devices often give.
enum class absent_lane : std::uint8_t { gives_garbage, gives_own_value };

/// What each of the lanes in `present` gets of the function that all of them called.
/// CUDA C++ Programming Guide, "Warp Vote", "Warp Match", "Warp Reduce" and "Warp Shuffle
/// Functions".
[[nodiscard]] lane_results settle(meeting function, unsigned present, const lane_calls& calls,
                                  absent_lane absent);

}  // namespace simcuda
