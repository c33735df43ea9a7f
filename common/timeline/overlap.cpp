#include "common/timeline/overlap.hpp"

#include <algorithm>
#include <utility>

namespace timeline {

namespace {

/// The times of all operations that `belongs` accepts.
template <class Predicate>
interval_set times_of(const recording& recorded, Predicate belongs) {
    std::vector<interval> parts;
    for (const operation& op : recorded.operations) {
        if (belongs(op)) {
            parts.push_back({op.start, op.end});
        }
    }
    return interval_set(std::move(parts));
}

interval_set times_of_kind(const recording& recorded, op_kind kind) {
    return times_of(recorded, [kind](const operation& op) { return op.kind == kind; });
}

interval device_extent(const recording& recorded) {
    std::optional<interval> extent;
    for (const operation& op : recorded.operations) {
        if (!engine_of(op.kind)) {
            continue;
        }
        if (!extent) {
            extent = interval{op.start, op.start};
        }
        extent->start = std::min(extent->start, op.start);
        extent->end = std::max({extent->end, op.start, op.end});
    }
    return extent.value_or(interval{});
}

engine_figures figures_of(const interval_set& busy, nanoseconds elapsed) {
    engine_figures result;
    result.busy = busy.length();
    result.share = share_of(result.busy, elapsed);
    for (const interval& gap : busy.gaps()) {
        ++result.gaps;
        result.idle_in_gaps += gap.length();
        result.longest_gap = std::max(result.longest_gap, gap.length());
    }
    return result;
}

host_figures host_figures_of(const recording& recorded, const interval_set& device_busy) {
    const interval_set working = times_of(recorded, [](const operation& op) {
        return op.kind == op_kind::host_work || op.kind == op_kind::copy_h2h;
    });
    const interval_set waits = times_of_kind(recorded, op_kind::host_wait);
    const interval_set calls = times_of_kind(recorded, op_kind::api_call);

    host_figures result;
    result.working = working.length();
    result.waiting = (waits - working).length();
    result.busy = (working | (calls - waits)).length();
    result.working_beside_device = (working & device_busy).length();
    return result;
}

void count_copies_beside(const recording& recorded, const interval_set& kernels,
                         overlap_figures& figures) {
    for (const operation& op : recorded.operations) {
        if (op.end > op.start && (op.kind == op_kind::copy_h2d || op.kind == op_kind::copy_d2h)) {
            ++figures.copies;
            const bool beside = kernels.covered({op.start, op.end}) > nanoseconds{0};
            figures.copies_beside_kernel += beside ? 1 : 0;
        }
    }
}

}  // namespace

std::string_view name_of(engine unit) {
    switch (unit) {
        case engine::h2d:
            return "H2D";
        case engine::compute:
            return "compute";
        case engine::d2h:
            return "D2H";
    }
    return "";
}

std::optional<engine> engine_of(op_kind kind) {
    switch (kind) {
        case op_kind::copy_h2d:
        case op_kind::copy_p2p:
            return engine::h2d;
        case op_kind::copy_d2h:
            return engine::d2h;
        case op_kind::kernel:
        case op_kind::memset:
        case op_kind::copy_d2d:
            return engine::compute;
        case op_kind::copy_h2h:
        case op_kind::host_function:
        case op_kind::event_record:
        case op_kind::event_wait:
        case op_kind::host_wait:
        case op_kind::api_call:
        case op_kind::host_work:
        case op_kind::annotation:
            return std::nullopt;
    }
    return std::nullopt;
}

double overlap_figures::hidden_share() const {
    nanoseconds sum{0};
    for (const engine_figures& each : engines) {
        sum += each.busy;
    }
    return share_of(sum - any_busy, sum - longest_stage);
}

interval_set busy_times(const recording& recorded, engine unit) {
    return times_of(recorded, [unit](const operation& op) { return engine_of(op.kind) == unit; });
}

std::vector<interval> idle_gaps(const recording& recorded, engine unit) {
    return busy_times(recorded, unit).gaps();
}

overlap_figures measure_overlap(const recording& recorded) {
    overlap_figures result;
    result.device = device_extent(recorded);

    std::array<interval_set, all_engines.size()> busy;
    for (const engine unit : all_engines) {
        const auto slot = static_cast<std::size_t>(unit);
        busy[slot] = busy_times(recorded, unit);
        result.engines[slot] = figures_of(busy[slot], result.elapsed());
        result.longest_stage = std::max(result.longest_stage, result.engines[slot].busy);
    }
    for (const operation& op : recorded.operations) {
        if (const auto unit = engine_of(op.kind)) {
            engine_figures& figures = result.engines[static_cast<std::size_t>(*unit)];
            ++figures.operations;
            figures.moved += op.size;
        }
    }

    const auto& [h2d, compute, d2h] = busy;
    const interval_set any = h2d | compute | d2h;
    const interval_set h2d_compute = h2d & compute;
    result.any_busy = any.length();
    result.h2d_compute = h2d_compute.length();
    result.compute_d2h = (compute & d2h).length();
    result.h2d_d2h = (h2d & d2h).length();
    result.all_three = (h2d_compute & d2h).length();

    const interval_set kernels = times_of_kind(recorded, op_kind::kernel);
    result.copies_beside_kernels = ((h2d | d2h) & kernels).length();
    count_copies_beside(recorded, kernels, result);
    result.host = host_figures_of(recorded, any);
    return result;
}

}  // namespace timeline
