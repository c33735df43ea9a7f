#include "common/simcuda/runtime/warp.hpp"

#include <algorithm>

#include "common/simcuda/runtime/spoilt.hpp"

namespace simcuda {
namespace {

constexpr std::uint64_t garbage = ~std::uint64_t{0} / 0xff * spoilt_byte;

constexpr unsigned bit(unsigned lane) {
    return 1u << lane;
}

/// The lane that `lane` reads from; itself where that would be outside of its segment.
/// PTX ISA, "shfl.sync": of the operand five bits count; up stops at the segment's first lane, the
/// others at its last. An exchange by mask may thus read an earlier segment, but not a later one.
unsigned source_of(meeting function, unsigned lane, const lane_call& call) {
    const auto width = static_cast<unsigned>(call.width);
    const unsigned first = lane & ~(width - 1);
    const unsigned end = first + width;
    const unsigned operand = static_cast<unsigned>(call.operand) & (warp_lanes - 1);
    switch (function) {
        case meeting::shuffle:
            return first | (operand & (width - 1));
        case meeting::shuffle_up:
            return lane >= first + operand ? lane - operand : lane;
        case meeting::shuffle_down:
            return lane + operand < end ? lane + operand : lane;
        default:
            return (lane ^ operand) < end ? lane ^ operand : lane;
    }
}

lane_results shuffled(meeting function, unsigned present, const lane_calls& calls,
                      absent_lane absent) {
    lane_results results{};
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        if ((present & bit(lane)) == 0)
            continue;
        const unsigned source = source_of(function, lane, calls[lane]);
        if ((present & bit(source)) != 0)
            results[lane] = calls[source].value;
        else
            results[lane] = absent == absent_lane::gives_garbage ? garbage : calls[lane].value;
    }
    return results;
}

/// The lanes of `present` whose value is `value`.
unsigned lanes_with(std::uint64_t value, unsigned present, const lane_calls& calls) {
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        if ((present & bit(lane)) != 0 && calls[lane].value == value)
            lanes |= bit(lane);
    }
    return lanes;
}

std::uint64_t combined(meeting function, std::uint64_t a, std::uint64_t b) {
    const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b);
    const auto signed_x = static_cast<std::int32_t>(x), signed_y = static_cast<std::int32_t>(y);
    switch (function) {
        case meeting::reduce_add:
            return x + y;
        case meeting::reduce_min:
            return std::min(x, y);
        case meeting::reduce_max:
            return std::max(x, y);
        case meeting::reduce_min_signed:
            return signed_x < signed_y ? x : y;
        case meeting::reduce_max_signed:
            return signed_x > signed_y ? x : y;
        case meeting::reduce_and:
            return x & y;
        case meeting::reduce_or:
            return x | y;
        default:
            return x ^ y;
    }
}

/// What is the same for all lanes.
std::uint64_t common_result(meeting function, unsigned present, const lane_calls& calls) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(present));
    switch (function) {
        case meeting::active_mask:
            return present;
        case meeting::any:
            return lanes_with(0, present, calls) != present ? 1 : 0;
        case meeting::all:
            return lanes_with(0, present, calls) == 0 ? 1 : 0;
        case meeting::ballot:
            return present & ~lanes_with(0, present, calls);
        case meeting::match_all:
            return lanes_with(calls[first].value, present, calls) == present ? present : 0;
        default:
            break;
    }
    std::uint64_t result = calls[first].value;
    for (unsigned lane = first + 1; lane < warp_lanes; ++lane) {
        if ((present & bit(lane)) != 0)
            result = combined(function, result, calls[lane].value);
    }
    return result;
}

}  // namespace

const char* name_of(meeting function) {
    static constexpr std::array names{
        "__syncthreads",     "__syncwarp",        "__activemask",      "__shfl_sync",
        "__shfl_up_sync",    "__shfl_down_sync",  "__shfl_xor_sync",   "__any_sync",
        "__all_sync",        "__ballot_sync",     "__match_any_sync",  "__match_all_sync",
        "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_min_sync",
        "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",  "__reduce_xor_sync"};
    return names[static_cast<std::size_t>(function)];
}

lane_results settle(meeting function, unsigned present, const lane_calls& calls,
                    absent_lane absent) {
    switch (function) {
        case meeting::shuffle:
        case meeting::shuffle_up:
        case meeting::shuffle_down:
        case meeting::shuffle_xor:
            return shuffled(function, present, calls, absent);
        case meeting::match_any: {
            lane_results results{};
            for (unsigned lane = 0; lane < warp_lanes; ++lane) {
                if ((present & bit(lane)) != 0)
                    results[lane] = lanes_with(calls[lane].value, present, calls);
            }
            return results;
        }
        case meeting::warp:
            return {};
        default: {
            lane_results results{};
            results.fill(common_result(function, present, calls));
            return results;
        }
    }
}

}  // namespace simcuda
