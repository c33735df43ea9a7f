#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/timeline/operation.hpp"
#include "common/timeline/overlap.hpp"

namespace timeline {

/// What a row of a drawing, or a track of a trace, shows.
enum class lane_kind : std::uint8_t {
    host,
    host_functions,
    h2d,
    compute,
    d2h,
    stream,
    annotations
};

/// An operation in a lane.
struct lane_item {
    const operation* op = nullptr;
    /// Counts the copies of one direction, and the kernels, in the order of issue: in a pipeline
    /// the number of the chunk, the same in every lane. `unnumbered` for everything else.
    std::int32_t number = -1;
};
inline constexpr std::int32_t unnumbered = -1;

struct lane {
    lane_kind kind = lane_kind::host;
    stream_id stream = host_lane;  ///< of a stream's lane
    std::uint32_t device = 0;      ///< of an engine's lane
    std::string name;              ///< of a stream's lane: the stream's name
    std::vector<lane_item> items;  ///< by start, end and id
};

/// The recording's operations by lane. The host's lane and one for each engine always exist; host
/// functions, streams and the engines of further devices have one where there are any, annotations
/// as many as nest in each other, the outermost first. Order: annotations, host, host functions,
/// H2D, compute, D2H of each device, then streams by id. Items point into `recorded`, which has to
/// outlive them.
[[nodiscard]] std::vector<lane> lanes_of(const recording& recorded);

/// For each item, sorted by start, the first track that is free when it starts; tracks are numbered
/// from 0. Takes as few tracks as possible.
[[nodiscard]] std::vector<int> tracks_without_overlap(const std::vector<lane_item>& items);

}  // namespace timeline
