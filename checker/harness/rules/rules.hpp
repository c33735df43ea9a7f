#pragma once

#include <optional>
#include <vector>

#include "checker/harness/attempt.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {

/// What a lab calls the parts that its data comes in.
enum class part_of_data : std::uint8_t { chunk, block };

/// What the rules look at: one run of the learner's code, and what it was to do.
struct observation {
    timeline::recording recorded;
    timeline::overlap_figures overlap;
    std::size_t chunks = 0;  ///< of the task; the learner may have cut otherwise
    bytes chunk_size{};
    part_of_data part = part_of_data::chunk;
    bytes device_peak{};  ///< device memory at once, beyond what was there before
    bytes pinned_peak{};
    nanoseconds serial{0};
    nanoseconds measured{0};
    nanoseconds bound{0};
};

[[nodiscard]] observation observe(const attempt& run, std::size_t chunks, bytes chunk_size);

/// A rule finds one cause, or nothing. It sees only the observation: the same recording from the
/// simulated device or from a GPU gets the same answer.
using rule = std::optional<finding> (*)(const observation&);

/// The first finding of these rules: the most specific causes stand first.
[[nodiscard]] std::optional<finding> first_of(const std::vector<rule>& rules,
                                              const observation& seen);

// copies.cpp: how the data travels
[[nodiscard]] std::optional<finding> pageable_async(const observation& seen);
[[nodiscard]] std::optional<finding> pageable_copy(const observation& seen);
[[nodiscard]] std::optional<finding> blocking_copy(const observation& seen);
/// The host reads memory that it should only write. How long that takes depends on the machine.
[[nodiscard]] std::optional<finding> write_combined_read(const observation& seen);
[[nodiscard]] std::optional<finding> chunk_too_small(const observation& seen);
[[nodiscard]] std::optional<finding> chunk_too_large(const observation& seen);

// waits.cpp: where the host stops the pipeline
[[nodiscard]] std::optional<finding> sync_in_loop(const observation& seen);
/// The host waits for work of earlier turns, as it should, and yet for all that there is: each
/// chunk is in the one stream.
[[nodiscard]] std::optional<finding> one_stream_to_wait_for(const observation& seen);
[[nodiscard]] std::optional<finding> device_wide_wait(const observation& seen);
[[nodiscard]] std::optional<finding> host_between_streams(const observation& seen);

// setup.cpp: what is made and given back, and how often
[[nodiscard]] std::optional<finding> allocation_in_loop(const observation& seen);
[[nodiscard]] std::optional<finding> pinned_per_chunk(const observation& seen);
[[nodiscard]] std::optional<finding> device_memory_beyond_one_chunk(const observation& seen);
[[nodiscard]] std::optional<finding> device_memory_beyond_three_chunks(const observation& seen);
[[nodiscard]] std::optional<finding> device_memory_beyond_four_chunks(const observation& seen);
[[nodiscard]] std::optional<finding> device_memory_beyond_a_few_chunks(const observation& seen);
[[nodiscard]] std::optional<finding> pinned_memory_beyond_a_few_chunks(const observation& seen);

// events.cpp: what waits for what, through events
[[nodiscard]] std::optional<finding> shared_event(const observation& seen);
[[nodiscard]] std::optional<finding> waits_for_the_neighbour(const observation& seen);
[[nodiscard]] std::optional<finding> input_held_for_download(const observation& seen);
[[nodiscard]] std::optional<finding> waits_for_both_uploads(const observation& seen);
[[nodiscard]] std::optional<finding> upload_waits_for_the_neighbour(const observation& seen);

// orders.cpp: what comes after what, however long it takes
/// Of two launches of one kernel, on data that have nothing to do with one another, the second
/// comes after the first.
[[nodiscard]] std::optional<finding> kernel_waits_for_its_like(const observation& seen);

// streams.cpp: what can run beside what
[[nodiscard]] std::optional<finding> single_stream(const observation& seen);
[[nodiscard]] std::optional<finding> legacy_default_stream(const observation& seen);
[[nodiscard]] std::optional<finding> too_few_buffers(const observation& seen);
/// Of a ring that blocks stay in from their production to their consumption.
[[nodiscard]] std::optional<finding> too_few_slots(const observation& seen);
[[nodiscard]] std::optional<finding> too_few_buffers_of_each_kind(const observation& seen);
/// There are buffers for more, and yet all chunks pass through the same one.
[[nodiscard]] std::optional<finding> one_buffer_used(const observation& seen);
/// Host functions that take most of what is missing: the streams wait for them.
[[nodiscard]] std::optional<finding> held_by_host_functions(const observation& seen);
[[nodiscard]] std::optional<finding> overlap_without_gain(const observation& seen);
/// Where nothing can overlap, and yet the way is not as fast as the blocking one.
[[nodiscard]] std::optional<finding> slower_than_serial(const observation& seen);
[[nodiscard]] std::optional<finding> not_enough_overlap(const observation& seen);

}  // namespace checker
