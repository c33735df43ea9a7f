#include "common/timeline/lanes.hpp"

#include <algorithm>
#include <array>
#include <map>
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

}  // namespace

std::vector<lane> lanes_of(const recording& recorded) {
    constexpr std::array fixed{lane_kind::host, lane_kind::host_functions, lane_kind::h2d,
                               lane_kind::compute, lane_kind::d2h};
    std::array<lane, fixed.size()> by_kind;
    std::map<stream_id, lane> by_stream;
    numbering numbers;
    for (const operation& op : recorded.operations) {
        const lane_item item{&op, numbers.next(op.kind)};
        const lane_kind kind = lane_of(op);
        if (!is_stream_mark(op)) {
            by_kind[static_cast<std::size_t>(kind)].items.push_back(item);
        }
        const bool in_stream = kind != lane_kind::host || is_stream_mark(op);
        if (in_stream && op.stream != host_lane) {
            by_stream[op.stream].items.push_back(item);
        }
    }

    std::vector<lane> result;
    for (const lane_kind kind : fixed) {
        lane& each = by_kind[static_cast<std::size_t>(kind)];
        if (kind != lane_kind::host_functions || !each.items.empty()) {
            each.kind = kind;
            sort_by_time(each);
            result.push_back(std::move(each));
        }
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
