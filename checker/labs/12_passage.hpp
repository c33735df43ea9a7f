#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "checker/harness/attempt.hpp"
#include "checker/harness/block_feed.hpp"

namespace checker {

/// Blocks at a time that were produced and not consumed yet, as lab 12's contract allows them.
inline constexpr std::uint64_t blocks_under_way = 8;

inline constexpr std::size_t many_blocks = 1000;

/// So many blocks of uneven sizes, each different from the next, the same in every run.
[[nodiscard]] feed_plan small_blocks(std::size_t blocks);

/// One run of lab 12's function, from the producer to the consumer.
struct passage {
    std::unique_ptr<block_feed> feed;
    attempt run;
};

[[nodiscard]] passage pass(const feed_plan& plan);

/// What the device saw, of the missing waits of the host's only the first: the host touches a
/// buffer at both ends of a block's way, so one wait that is missing lets it be early at both.
[[nodiscard]] std::vector<finding> first_causes_in(const attempt& run);

/// What is wrong with a run in which nothing was made to fail.
[[nodiscard]] std::vector<finding> causes(const passage& p);

}  // namespace checker
