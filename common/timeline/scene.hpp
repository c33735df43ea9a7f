#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/lanes.hpp"
#include "common/timeline/operation.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/terminal.hpp"

/// What a picture of recordings shows, before anybody draws it: panels under each other on one time
/// axis, lanes in them, marks in those, and the waits between marks. The SVG writer and the page in
/// a browser draw the same scene.
namespace timeline {

/// What a mark looks like; each has its colour and its pattern.
enum class look : std::uint8_t {
    h2d,
    kernel,
    d2h,
    other,
    host_function,
    work,
    call,
    wait,
    record,
    event_wait,
    range,
};

/// "h2d", "event-wait": the class that style sheets and scripts know the look by.
[[nodiscard]] std::string_view name_of(look as);

/// A place in the source that a diagnosis is about.
struct named_place {
    int number = 0;    ///< from 1: marks carry it
    std::string name;  ///< the diagnosis
    std::vector<source_place> where;
};

/// A recording as it is to be drawn.
struct scene_source {
    std::string title;
    const recording& recorded;
    std::string note;                 ///< beside the elapsed time; may be empty
    std::vector<named_place> places;  ///< to be marked in this recording, and named below it
    /// What the elapsed time is that of; without it, from the first to the last device work.
    std::optional<interval> measured = {};
};

struct scene_mark {
    const operation* op = nullptr;
    nanoseconds start{0};  ///< since the panel's origin
    nanoseconds end{0};
    std::int32_t number = unnumbered;
    look as = look::call;
    int track = 0;      ///< below each other in their lane, from 0
    int diagnosis = 0;  ///< number of the place that it stands at; 0: none
};

struct scene_lane {
    lane_kind kind = lane_kind::host;
    std::string label;
    std::optional<double> busy;  ///< share of the elapsed time, of engines
    int tracks = 1;
    std::vector<scene_mark> marks;  ///< by start
};

/// A mark of a panel.
struct scene_position {
    std::size_t lane = 0;
    std::size_t mark = 0;
};

/// `to` had to wait for `from`.
struct scene_arrow {
    scene_position from;
    scene_position to;
};

struct scene_panel {
    std::string title;
    std::string note;
    overlap_figures figures;
    interval measured;  ///< what the elapsed time is that of, since the panel's origin
    nanoseconds length{0};
    std::vector<scene_lane> lanes;
    std::vector<scene_arrow> arrows;
    std::vector<named_place> places;
    std::size_t streams_left_out = 0;
};

/// Points into the recordings, which have to outlive it.
struct scene {
    nanoseconds span{1};  ///< of the axis: the longest panel
    std::vector<scene_panel> panels;
};

/// Takes as much of the options as is not about a terminal: lanes, their limits and words.
[[nodiscard]] scene scene_of(const std::vector<scene_source>& sources,
                             const drawing_options& options);

}  // namespace timeline
