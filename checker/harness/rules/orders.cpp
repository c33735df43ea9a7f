#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

using work_set = std::set<std::uint64_t>;

/// Follows the calls and keeps, for each stream, what is done before whatever it is given next.
class orders_so_far {
public:
    void take(const operation& op) {
        auto& done = streams_[op.stream];
        if (op.kind == op_kind::event_record) {
            events_[op.event] = {op, done};
        } else if (op.kind == op_kind::event_wait && events_.contains(op.event)) {
            const auto& awaited = events_.at(op.event);
            waits_.push_back({awaited.record, op, news(awaited.done, done)});
            done.insert(awaited.done.begin(), awaited.done.end());
        } else if (is_device_work(op)) {
            done.insert(op.id);
        }
    }

    [[nodiscard]] bool is_done_before_next(const operation& work, timeline::stream_id stream) {
        return streams_[stream].contains(work.id);
    }

    /// The wait that has brought it, with the record that it is for: of a wait in another stream
    /// before, the last one of the way. None where both are in one stream.
    [[nodiscard]] std::vector<operation> wait_for(const operation& work,
                                                  timeline::stream_id stream) const {
        for (const auto& each : waits_) {
            if (each.wait.stream == stream && each.news.contains(work.id)) {
                return {each.wait, each.record};
            }
        }
        return {};
    }

private:
    static work_set news(const work_set& told, const work_set& known) {
        work_set result;
        std::set_difference(told.begin(), told.end(), known.begin(), known.end(),
                            std::inserter(result, result.end()));
        return result;
    }

    struct mark {
        operation record;
        work_set done;
    };
    struct stream_wait {
        operation record, wait;
        work_set news;  ///< what the stream did not come after before
    };
    std::map<timeline::stream_id, work_set> streams_;
    std::map<std::uint64_t, mark> events_;
    std::vector<stream_wait> waits_;
};

/// What one call has launched, as that of a graph: its nodes have an order of their own.
bool are_of_one_call(const operation& a, const operation& b) {
    return a.correlation != 0 && a.correlation == b.correlation;
}

finding waits_for_kernel(const operation& first, const operation& second,
                         const std::vector<operation>& wait) {
    if (wait.empty()) {
        return {"not-enough-overlap/same-stream",
                {{"kernel", second.name}, {"stream", stream_name(second.stream)}},
                known_places({first, second})};
    }
    return {"not-enough-overlap/other-kernel", {{"kernel", second.name}}, known_places(wait)};
}

}  // namespace

std::optional<finding> kernel_waits_for_its_like(const observation& seen) {
    orders_so_far orders;
    std::vector<operation> kernels;
    const auto like = [&](const operation& op) {
        return pick(seen.recorded,
                    [&](const operation& other) {
                        return other.kind == op_kind::kernel && other.name == op.name;
                    })
            .size();
    };
    for (const auto& op : seen.recorded.operations) {
        if (op.kind == op_kind::kernel) {
            for (const auto& before : kernels) {
                if (before.name != op.name || are_of_one_call(before, op) ||
                    !orders.is_done_before_next(before, op.stream)) {
                    continue;
                }
                const auto wait = orders.wait_for(before, op.stream);
                // Of more than two, those in one stream may work on one input, part after part.
                if (!wait.empty() || like(op) == 2) {
                    return waits_for_kernel(before, op, wait);
                }
            }
            kernels.push_back(op);
        }
        orders.take(op);
    }
    return std::nullopt;
}

}  // namespace checker
