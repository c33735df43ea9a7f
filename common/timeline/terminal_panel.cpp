#include "common/timeline/terminal_panel.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/timeline/axis.hpp"

namespace timeline {

namespace {

interval extent_of(const recording& recorded) {
    std::optional<interval> extent;
    for (const operation& op : recorded.operations) {
        if (!extent) {
            extent = interval{op.start, op.start};
        }
        extent->start = std::min(extent->start, op.start);
        extent->end = std::max({extent->end, op.start, op.end});
    }
    return extent.value_or(interval{});
}

/// The length as far as an axis can show it, whatever the ends are.
nanoseconds drawable_length(const interval& extent) {
    const std::uint64_t length = static_cast<std::uint64_t>(extent.end.count()) -
                                 static_cast<std::uint64_t>(extent.start.count());
    const auto limit = static_cast<std::uint64_t>(time_axis::longest.count());
    return nanoseconds{static_cast<std::int64_t>(std::min(length, limit))};
}

bool is_wanted(const lane& row, lane_choice choice) {
    switch (row.kind) {
        case lane_kind::host:
        case lane_kind::host_functions:
        case lane_kind::annotations:
            return true;
        case lane_kind::stream:
            return choice != lane_choice::engines;
        case lane_kind::h2d:
        case lane_kind::compute:
        case lane_kind::d2h:
            return choice != lane_choice::streams;
    }
    return true;
}

/// " 1" for the second device; the first one's engines have plain names.
std::string of_device(const lane& row) {
    return row.device == 0 ? "" : " " + std::to_string(row.device);
}

}  // namespace

prepared_panel prepare(const panel& source, const drawing_options& options) {
    prepared_panel result;
    result.source = &source;
    result.figures = measure_overlap(source.recorded);
    result.measured = source.measured.value_or(result.figures.device);
    result.extent = extent_of(source.recorded);
    result.length = drawable_length(result.extent);
    int streams = 0;
    int annotations = 0;
    for (lane& row : lanes_of(source.recorded)) {
        if (!is_wanted(row, options.lanes)) {
            continue;
        }
        if (row.kind == lane_kind::annotations && ++annotations > options.most_annotations) {
            continue;
        }
        if (row.kind == lane_kind::stream && ++streams > options.most_streams) {
            ++result.streams_left_out;
            continue;
        }
        result.lanes.push_back(std::move(row));
    }
    return result;
}

std::string label_of(const lane& row, const drawing_words& words) {
    switch (row.kind) {
        case lane_kind::host:
            return words.host;
        case lane_kind::host_functions:
            return words.host_functions;
        case lane_kind::h2d:
            return words.h2d + of_device(row);
        case lane_kind::compute:
            return words.compute + of_device(row);
        case lane_kind::d2h:
            return words.d2h + of_device(row);
        case lane_kind::stream:
            return row.name;
        case lane_kind::annotations:
            return words.annotations;
    }
    return {};
}

drawing_layout lay_out(const std::vector<prepared_panel>& panels, const drawing_options& options) {
    constexpr int indent = 2;
    constexpr int gap = 2;
    constexpr int narrow = 50;
    int longest = 0;
    for (const prepared_panel& each : panels) {
        longest = std::max(longest, width_of(each.source->title));
        for (const lane& row : each.lanes) {
            longest = std::max(longest, indent + width_of(label_of(row, options.words)));
        }
    }
    drawing_layout result;
    result.label = std::min(longest + gap, std::max(0, options.width / 3));
    result.busy = options.width < narrow ? 0 : std::max(6, width_of(options.words.busy) + 2);
    result.plot = std::clamp(options.width - result.label - result.busy, 1, 1000);
    return result;
}

}  // namespace timeline
