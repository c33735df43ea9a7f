#include "common/timeline/scene_runs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace timeline {

namespace {

/// Marks narrower than this are joined with neighbours nearer than `nearest`, in pixels.
constexpr double narrow = 2;
constexpr double nearest = 1;

/// What may be joined with each other, in the order of painting: on the host only what looks alike,
/// with waits above the calls that they lie in; elsewhere all device work.
int group_of(const scene_lane& row, look as) {
    constexpr std::array host_order{look::work, look::call, look::wait};
    if (row.kind == lane_kind::host) {
        return static_cast<int>(std::find(host_order.begin(), host_order.end(), as) -
                                host_order.begin());
    }
    return is_sign(as) ? 1 + static_cast<int>(as) : 0;
}

class joiner {
public:
    joiner(nanoseconds span, double width)
        : scale_(width / static_cast<double>(span.count())), width_(width) {}

    void add(const scene_mark& mark) {
        const double from = std::min(width_, static_cast<double>(mark.start.count()) * scale_);
        const double to = std::min(width_, static_cast<double>(mark.end.count()) * scale_);
        const bool is_narrow = to - from < narrow;
        if (is_narrow && is_open_ && from - runs_.back().to < nearest) {
            join(mark, to);
        } else {
            close();
            runs_.push_back({&mark, 1, from, to, 1, false, mark.diagnosis});
            covered_ = to - from;
            is_open_ = is_narrow;
        }
    }

    std::vector<scene_run> finished() {
        close();
        return std::move(runs_);
    }

private:
    void join(const scene_mark& mark, double to) {
        auto& run = runs_.back();
        covered_ +=
            to - std::max(run.to, std::min(to, static_cast<double>(mark.start.count()) * scale_));
        run.to = std::max(run.to, to);
        ++run.count;
        run.is_mixed = run.is_mixed || run.first->as != mark.as;
        run.diagnosis = run.diagnosis != 0 ? run.diagnosis : mark.diagnosis;
    }

    void close() {
        if (is_open_ && !runs_.empty()) {
            auto& run = runs_.back();
            const double length = run.to - run.from;
            run.busy = run.count == 1 || length <= 0 ? 1 : std::clamp(covered_ / length, 0.0, 1.0);
        }
        is_open_ = false;
    }

    double scale_;
    double width_;
    std::vector<scene_run> runs_;
    double covered_ = 0;
    bool is_open_ = false;
};

}  // namespace

bool is_sign(look as) {
    return as == look::record || as == look::event_wait;
}

std::vector<scene_run> runs_of(const scene_lane& row, nanoseconds span, double width) {
    std::map<std::pair<int, int>, joiner> groups;
    for (const auto& mark : row.marks) {
        groups.try_emplace({group_of(row, mark.as), mark.track}, span, width)
            .first->second.add(mark);
    }
    std::vector<scene_run> result;
    for (auto& [key, each] : groups) {
        const auto runs = each.finished();
        result.insert(result.end(), runs.begin(), runs.end());
    }
    return result;
}

}  // namespace timeline
