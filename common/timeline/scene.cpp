#include "common/timeline/scene.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "common/timeline/axis.hpp"
#include "common/timeline/terminal_panel.hpp"

namespace timeline {

namespace {

look look_of(op_kind kind) {
    switch (kind) {
        case op_kind::copy_h2d:
            return look::h2d;
        case op_kind::copy_d2h:
            return look::d2h;
        case op_kind::kernel:
            return look::kernel;
        case op_kind::copy_d2d:
        case op_kind::copy_h2h:
        case op_kind::copy_p2p:
        case op_kind::memset:
            return look::other;
        case op_kind::host_function:
            return look::host_function;
        case op_kind::event_record:
            return look::record;
        case op_kind::event_wait:
            return look::event_wait;
        case op_kind::host_wait:
            return look::wait;
        case op_kind::host_work:
            return look::work;
        case op_kind::annotation:
            return look::range;
        case op_kind::api_call:
            return look::call;
    }
    return look::call;
}

int diagnosis_at(const source_place& where, const std::vector<named_place>& places) {
    if (where.line <= 0) {
        return 0;
    }
    for (const auto& place : places) {
        if (std::find(place.where.begin(), place.where.end(), where) != place.where.end()) {
            return place.number;
        }
    }
    return 0;
}

std::optional<engine> engine_of_lane(const lane& row) {
    // The figures are those of all devices together: they stand beside the first one's engines.
    if (row.device != 0) {
        return std::nullopt;
    }
    switch (row.kind) {
        case lane_kind::h2d:
            return engine::h2d;
        case lane_kind::compute:
            return engine::compute;
        case lane_kind::d2h:
            return engine::d2h;
        case lane_kind::host:
        case lane_kind::host_functions:
        case lane_kind::stream:
        case lane_kind::annotations:
            return std::nullopt;
    }
    return std::nullopt;
}

/// Device work that runs at once stands below each other. On the host a wait lies inside its call,
/// and marks of streams take no time: those stay in one track.
std::vector<int> tracks_of(const lane& row) {
    if (row.kind == lane_kind::host || row.kind == lane_kind::stream) {
        return std::vector<int>(row.items.size(), 0);
    }
    return tracks_without_overlap(row.items);
}

/// Through unsigned numbers: a recording may reach from one end of the range to the other.
nanoseconds since(nanoseconds origin, nanoseconds t) {
    const std::uint64_t length =
        static_cast<std::uint64_t>(t.count()) - static_cast<std::uint64_t>(origin.count());
    const auto limit = static_cast<std::uint64_t>(time_axis::longest.count());
    return nanoseconds{static_cast<std::int64_t>(std::min(length, limit))};
}

scene_lane lane_from(const lane& row, const prepared_panel& panel, const scene_source& source,
                     const drawing_words& words) {
    constexpr int most_tracks = 4;
    scene_lane result;
    result.kind = row.kind;
    result.label = label_of(row, words);
    if (const auto unit = engine_of_lane(row); unit && panel.figures.elapsed().count() > 0) {
        result.busy = panel.figures.of(*unit).share;
    }
    const auto tracks = tracks_of(row);
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        const operation& op = *row.items[i].op;
        const int track = std::min(tracks[i], most_tracks - 1);
        result.tracks = std::max(result.tracks, track + 1);
        result.marks.push_back({&op, since(panel.extent.start, op.start),
                                since(panel.extent.start, op.end), row.items[i].number,
                                look_of(op.kind), track, diagnosis_at(op.where, source.places)});
    }
    return result;
}

/// The host asks for much that is over already; only what it really waited for is worth an arrow.
bool is_seen(const operation& from, const operation& to) {
    return to.stream != host_lane || from.end > to.start;
}

/// Where arrows begin and end: in the operation's stream, else in the lane of its engine.
std::vector<scene_arrow> arrows_in(const scene_panel& panel) {
    std::unordered_map<std::uint64_t, scene_position> places;
    for (std::size_t i = 0; i < panel.lanes.size(); ++i) {
        const auto& marks = panel.lanes[i].marks;
        for (std::size_t k = 0; k < marks.size(); ++k) {
            places[marks[k].op->id] = {i, k};
        }
    }
    std::vector<scene_arrow> result;
    for (std::size_t i = 0; i < panel.lanes.size(); ++i) {
        const auto& marks = panel.lanes[i].marks;
        for (std::size_t k = 0; k < marks.size(); ++k) {
            const auto own = places.at(marks[k].op->id);
            if (own.lane != i || own.mark != k) {
                continue;
            }
            for (const auto id : marks[k].op->waits_for) {
                const auto from = places.find(id);
                if (from != places.end() &&
                    is_seen(*panel.lanes[from->second.lane].marks[from->second.mark].op,
                            *marks[k].op)) {
                    result.push_back({from->second, own});
                }
            }
        }
    }
    return result;
}

scene_panel panel_from(const scene_source& source, const drawing_options& options) {
    const panel unprepared{source.title, source.recorded, source.note, source.measured};
    auto prepared = prepare(unprepared, options);
    scene_panel result;
    result.title = source.title;
    result.note = source.note;
    result.figures = prepared.figures;
    if (prepared.measured.length().count() > 0) {
        result.measured = {since(prepared.extent.start, prepared.measured.start),
                           since(prepared.extent.start, prepared.measured.end)};
    }
    result.length = prepared.length;
    result.streams_left_out = prepared.streams_left_out;
    result.places = source.places;
    if (source.recorded.operations.empty()) {
        return result;
    }
    for (const lane& row : prepared.lanes) {
        result.lanes.push_back(lane_from(row, prepared, source, options.words));
    }
    result.arrows = arrows_in(result);
    return result;
}

}  // namespace

std::string_view name_of(look as) {
    constexpr std::array<std::string_view, 11> names{"h2d",           "kernel",     "d2h",  "other",
                                                     "host-function", "work",       "call", "wait",
                                                     "record",        "event-wait", "range"};
    return names[static_cast<std::size_t>(as)];
}

scene scene_of(const std::vector<scene_source>& sources, const drawing_options& options) {
    scene result;
    for (const auto& source : sources) {
        result.panels.push_back(panel_from(source, options));
        result.span = std::max(result.span, result.panels.back().length);
    }
    return result;
}

}  // namespace timeline
