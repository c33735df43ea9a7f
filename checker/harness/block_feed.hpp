#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "checker/harness/device_session.hpp"
#include "checker/harness/finding.hpp"
#include "checker/harness/short_lock.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"

namespace checker {

/// A stream of blocks, and what is to go wrong with it. Blocks are counted from 0.
struct feed_plan {
    std::vector<std::size_t> sizes;  ///< elements of each block
    unsigned int steps = 1;          ///< of the kernel that the blocks go through
    double ns_per_element = 0;       ///< host time of producing, and of consuming
    std::optional<std::size_t> fails_producing = {};
    std::optional<std::size_t> fails_consuming = {};
    std::optional<std::size_t> stops_after = {};  ///< asks to stop once so many were delivered

    [[nodiscard]] std::size_t largest() const;
    /// Whole blocks in the first `size` bytes of all.
    [[nodiscard]] std::size_t blocks_in(bytes size) const;
    /// Bytes of all blocks before this one.
    [[nodiscard]] bytes before(std::size_t block) const;
};

/// What the producer and the consumer answer where they are to fail.
inline constexpr cudaError_t producing_failed = cudaErrorFileNotFound;
inline constexpr cudaError_t consuming_failed = cudaErrorOperatingSystem;

/// Both ends of such a stream, and the book about what went through. Every element tells where it
/// belongs. May be called from several threads, one at a time at each end.
class block_feed {
public:
    block_feed(device_session& device, feed_plan plan, std::uint64_t seed);

    /// Throws std::invalid_argument for a null pointer, as consume does.
    [[nodiscard]] cudaError_t produce(std::uint32_t* to, std::size_t& count);
    [[nodiscard]] cudaError_t consume(const std::uint32_t* from, std::size_t count);
    [[nodiscard]] bool stop_requested() const;

    [[nodiscard]] const feed_plan& plan() const { return plan_; }
    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] std::size_t delivered() const { return delivered_; }
    [[nodiscard]] std::size_t most_under_way() const { return most_under_way_; }
    /// Blocks taken although a stop had been asked for; and those of them before which nobody had
    /// looked whether it was.
    [[nodiscard]] std::size_t taken_late() const { return taken_late_; }
    [[nodiscard]] std::size_t taken_unasked() const { return taken_unasked_; }
    /// How often something was to be consumed in a thread that a planned failure had met before.
    [[nodiscard]] std::size_t consumed_after_failure() const { return after_failure_; }
    /// The error that either end has answered with first.
    [[nodiscard]] std::optional<cudaError_t> first_error() const { return first_error_; }
    /// Whether all of them were answered in one thread, one after the other.
    [[nodiscard]] bool failures_have_an_order() const { return have_order_; }
    /// The first wrong delivery: another block, wrong values, one too many.
    [[nodiscard]] const std::optional<finding>& wrong_delivery() const { return wrong_; }
    /// Which block it was the turn of then.
    [[nodiscard]] std::size_t wrong_block() const { return wrong_block_; }

private:
    /// Of `count` elements those that the next block to be consumed has.
    [[nodiscard]] std::size_t part_of_next(std::size_t count) const;

    // For who holds the lock.
    /// The number of the block that is produced now.
    [[nodiscard]] std::size_t take_next();
    [[nodiscard]] cudaError_t fails_with(cudaError_t error);
    [[nodiscard]] std::optional<finding> look_at(const std::uint32_t* from,
                                                 std::size_t count) const;

    /// The block that begins with the element of which this is the result.
    [[nodiscard]] std::optional<std::size_t> block_beginning_with(std::uint32_t result) const;

    device_session& device_;
    feed_plan plan_;
    workload::pattern data_;
    std::vector<std::size_t> first_;  ///< element of each block, and one past the last
    mutable short_lock door_;
    std::size_t taken_ = 0;
    std::size_t delivered_ = 0;
    std::size_t most_under_way_ = 0;
    std::size_t taken_late_ = 0;
    std::size_t taken_unasked_ = 0;
    mutable bool was_asked_ = false;  ///< for a wish to stop, since the last block was taken
    std::size_t after_failure_ = 0;
    std::optional<cudaError_t> first_error_;
    std::thread::id failed_in_;
    bool have_order_ = true;
    bool refused_ = false;  ///< the consumer has answered with an error
    std::optional<finding> wrong_;
    std::size_t wrong_block_ = 0;
};

}  // namespace checker
