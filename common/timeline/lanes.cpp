#include "common/timeline/lanes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace timeline {

namespace {

/// Hands out the numbers of copies and kernels.
class numbering {
public:
    std::int32_t next(op_kind kind) {
        switch (kind) {
            case op_kind::copy_h2d:
                return h2d_++;
            case op_kind::kernel:
                return kernels_++;
            case op_kind::copy_d2h:
                return d2h_++;
            default:
                return unnumbered;
        }
    }

private:
    std::int32_t h2d_ = 0;
    std::int32_t kernels_ = 0;
    std::int32_t d2h_ = 0;
};

lane_kind lane_of(const operation& op) {
    if (op.kind == op_kind::annotation) {
        return lane_kind::annotations;
    }
    if (op.kind == op_kind::host_function) {
        return lane_kind::host_functions;
    }
    const auto unit = engine_of(op.kind);
    if (!unit) {
        return lane_kind::host;
    }
    switch (*unit) {
        case engine::h2d:
            return lane_kind::h2d;
        case engine::compute:
            return lane_kind::compute;
        case engine::d2h:
            return lane_kind::d2h;
    }
    return lane_kind::host;
}

/// Records and waits of events take no engine and no host time: they stand only in their stream.
bool is_stream_mark(const operation& op) {
    return op.kind == op_kind::event_record || op.kind == op_kind::event_wait;
}

std::string stream_name(const recording& recorded, stream_id id) {
    for (const stream_info& stream : recorded.streams) {
        if (stream.id == id && !stream.name.empty()) {
            return stream.name;
        }
    }
    return id == 0 ? "legacy" : fmt::format("stream {}", id);
}

void sort_by_time(lane& each) {
    const auto key = [](const lane_item& item) {
        return std::tuple(item.op->start, item.op->end, item.op->id);
    };
    std::stable_sort(each.items.begin(), each.items.end(),
                     [key](const lane_item& a, const lane_item& b) { return key(a) < key(b); });
}

/// As many lanes as there are annotations inside of each other.
std::vector<lane> nested(lane all) {
    std::vector<lane> result;
    // What begins at the same time: the longer one is around the other. Of two that are equally
    // long the outer one ended, and was recorded, later.
    std::sort(all.items.begin(), all.items.end(), [](const lane_item& a, const lane_item& b) {
        return std::tuple(a.op->start, b.op->end, b.op->id) <
               std::tuple(b.op->start, a.op->end, a.op->id);
    });
    const std::vector<int> tracks = tracks_without_overlap(all.items);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const auto track = static_cast<std::size_t>(tracks[i]);
        if (track == result.size()) {
            result.push_back({lane_kind::annotations, host_lane, 0, "", {}});
        }
        result[track].items.push_back(all.items[i]);
    }
    return result;
}

}  // namespace

std::vector<int> tracks_without_overlap(const std::vector<lane_item>& items) {
    using running = std::pair<nanoseconds, int>;
    std::priority_queue<running, std::vector<running>, std::greater<>> by_end;
    std::priority_queue<int, std::vector<int>, std::greater<>> free;
    std::vector<int> result;
    int tracks = 0;
    for (const lane_item& item : items) {
        while (!by_end.empty() && by_end.top().first <= item.op->start) {
            free.push(by_end.top().second);
            by_end.pop();
        }
        if (free.empty()) {
            free.push(tracks++);
        }
        result.push_back(free.top());
        by_end.emplace(item.op->end, free.top());
        free.pop();
    }
    return result;
}

std::vector<lane> lanes_of(const recording& recorded) {
    constexpr std::array fixed{lane_kind::host, lane_kind::host_functions, lane_kind::h2d,
                               lane_kind::compute, lane_kind::d2h};
    std::array<lane, fixed.size()> by_kind;
    lane annotations;
    std::map<std::pair<std::uint32_t, lane_kind>, lane> elsewhere;  // other devices than the first
    std::map<stream_id, lane> by_stream;
    numbering numbers;
    for (const operation& op : recorded.operations) {
        const lane_item item{&op, numbers.next(op.kind)};
        const lane_kind kind = lane_of(op);
        if (kind == lane_kind::annotations) {
            annotations.items.push_back(item);
            continue;
        }
        if (op.device != 0 && engine_of(op.kind)) {
            elsewhere[{op.device, kind}].items.push_back(item);
        } else if (!is_stream_mark(op)) {
            by_kind[static_cast<std::size_t>(kind)].items.push_back(item);
        }
        const bool in_stream = kind != lane_kind::host || is_stream_mark(op);
        if (in_stream && op.stream != host_lane) {
            by_stream[op.stream].items.push_back(item);
        }
    }

    std::vector<lane> result = nested(std::move(annotations));
    for (const lane_kind kind : fixed) {
        lane& each = by_kind[static_cast<std::size_t>(kind)];
        if (kind != lane_kind::host_functions || !each.items.empty()) {
            each.kind = kind;
            sort_by_time(each);
            result.push_back(std::move(each));
        }
    }
    for (auto& [place, each] : elsewhere) {
        std::tie(each.device, each.kind) = place;
        sort_by_time(each);
        result.push_back(std::move(each));
    }
    for (auto& [id, each] : by_stream) {
        each.kind = lane_kind::stream;
        each.stream = id;
        each.name = stream_name(recorded, id);
        sort_by_time(each);
        result.push_back(std::move(each));
    }
    return result;
}

}  // namespace timeline
