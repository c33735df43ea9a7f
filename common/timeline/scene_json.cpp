#include "common/timeline/scene_json.hpp"

#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "common/timeline/json.hpp"
#include "common/timeline/svg_text.hpp"

namespace timeline {

namespace {

using nlohmann::ordered_json;

std::string_view kind_name(lane_kind kind) {
    switch (kind) {
        case lane_kind::host:
            return "host";
        case lane_kind::host_functions:
            return "host-functions";
        case lane_kind::h2d:
            return "h2d";
        case lane_kind::compute:
            return "compute";
        case lane_kind::d2h:
            return "d2h";
        case lane_kind::stream:
            return "stream";
        case lane_kind::annotations:
            return "ranges";
    }
    return "host";
}

ordered_json operation_from(const scene_mark& mark) {
    const operation& op = *mark.op;
    auto list = ordered_json::array();
    list.push_back(name_of(mark.as));
    list.push_back(mark.start.count());
    list.push_back(mark.end.count());
    list.push_back(op.name);
    list.push_back(mark.number == unnumbered ? ordered_json(nullptr) : ordered_json(mark.number));
    list.push_back(op.stream == host_lane ? ordered_json(nullptr) : ordered_json(op.stream));
    list.push_back(op.size.value == 0 ? ordered_json(nullptr) : ordered_json(op.size.value));
    list.push_back(op.host_memory == memory_kind::none ? ordered_json(nullptr)
                                                       : ordered_json(json_name(op.host_memory)));
    list.push_back(op.where.line <= 0
                       ? ordered_json(nullptr)
                       : ordered_json(fmt::format("{}:{}", op.where.file, op.where.line)));
    list.push_back(mark.diagnosis == 0 ? ordered_json(nullptr) : ordered_json(mark.diagnosis));
    while (list.back().is_null()) {
        list.erase(list.size() - 1);
    }
    return list;
}

ordered_json panel_from(const scene_panel& panel) {
    auto lanes = ordered_json::array();
    auto operations = ordered_json::array();
    std::unordered_map<const operation*, std::size_t> index;
    for (const auto& row : panel.lanes) {
        auto marks = ordered_json::array();
        auto tracks = ordered_json::object();
        for (std::size_t i = 0; i < row.marks.size(); ++i) {
            const auto& mark = row.marks[i];
            const auto [at, is_new] = index.try_emplace(mark.op, operations.size());
            if (is_new) {
                operations.push_back(operation_from(mark));
            }
            marks.push_back(at->second);
            if (mark.track != 0) {
                tracks[std::to_string(i)] = mark.track;
            }
        }
        ordered_json lane{{"kind", kind_name(row.kind)}, {"label", row.label}};
        if (row.busy) {
            lane["busy"] = *row.busy;
        }
        lane["tracks"] = row.tracks;
        lane["marks"] = std::move(marks);
        if (!tracks.empty()) {
            lane["track"] = std::move(tracks);
        }
        lanes.push_back(std::move(lane));
    }
    auto arrows = ordered_json::array();
    for (const auto& arrow : panel.arrows) {
        arrows.push_back({arrow.from.lane, arrow.from.mark, arrow.to.lane, arrow.to.mark});
    }
    auto places = ordered_json::array();
    for (const auto& place : panel.places) {
        places.push_back(
            {{"number", place.number}, {"name", place.name}, {"where", lines_of(place)}});
    }
    return {{"title", panel.title},
            {"note", panel.note},
            {"measured", {panel.measured.start.count(), panel.measured.end.count()}},
            {"left_out", panel.streams_left_out},
            {"places", std::move(places)},
            {"lanes", std::move(lanes)},
            {"operations", std::move(operations)},
            {"arrows", std::move(arrows)}};
}

}  // namespace

ordered_json to_json(const scene& what) {
    auto panels = ordered_json::array();
    for (const auto& panel : what.panels) {
        panels.push_back(panel_from(panel));
    }
    return {{"span", what.span.count()}, {"panels", std::move(panels)}};
}

}  // namespace timeline
