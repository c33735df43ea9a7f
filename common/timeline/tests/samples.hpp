#pragma once

#include <cstdint>
#include <string>

#include "common/timeline/operation.hpp"

/// Recordings for the tests: pipelines by a small schedule of their own, and random ones.
namespace timeline::samples {

/// Stage times of a chunk.
struct stages {
    nanoseconds h2d{156'000};
    nanoseconds kernel{157'000};
    nanoseconds d2h{156'000};
};

/// Blocking copies and a launch for each chunk: the engines take turns, the host waits.
[[nodiscard]] recording blocking(int chunks, const stages& times = {});

/// Every chunk in the next of `streams` streams: a stage starts when its stream and its engine are
/// free. The host issues everything at once and then waits.
[[nodiscard]] recording pipelined(int chunks, int streams, const stages& times = {});

/// Reproducible from the seed alone: overlapping, touching, empty and far operations of all kinds,
/// with times from 0 to `span`.
[[nodiscard]] recording random(std::uint64_t seed, int operations, nanoseconds span);

/// What the golden file says that a text should be. To accept changed texts, run the test program
/// with TIMELINE_UPDATE_GOLDEN=1: the file then becomes `actual`. Look at the difference first.
[[nodiscard]] std::string golden(const std::string& name, const std::string& actual);

}  // namespace timeline::samples
