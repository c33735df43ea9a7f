#pragma once

#include <cstddef>
#include <vector>

#include "checker/harness/comparison.hpp"
#include "checker/labs/12_passage.hpp"

/// Lab 12's blocks for taking the time: large, and of few sizes, so that each can be measured.
namespace checker {

/// Elements of the largest.
[[nodiscard]] std::size_t large_block();
/// How many of them.
[[nodiscard]] std::size_t large_blocks();

/// Half, three quarters and the whole of the largest, as mixed as dice, and 3/4 on average. The
/// kernel takes nearly as long as a copy; producing and consuming are a small part of one each.
[[nodiscard]] feed_plan plan_for_timing(device_session& device);

/// One block after the other, each through one pinned buffer with blocking copies.
[[nodiscard]] cudaError_t blocking_passage(device_session& device, block_feed& feed);

/// What the whole takes at best, and one stage after the other.
struct throughput_limits {
    nanoseconds bound{0};
    nanoseconds in_turn{0};
};

/// The pipeline's bound for blocks of the average time, and the host's share before the first
/// upload and after the last download. Or the host's own time, should that be longer.
[[nodiscard]] throughput_limits limits_of(device_session& device, const feed_plan& plan);

/// What is to be seen in the picture: pinning the rings takes far longer than the whole work.
[[nodiscard]] timeline::recording without_setup(timeline::recording recorded);

}  // namespace checker
