#include "common/timeline/awaited.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace timeline {
namespace {

constexpr stream_id legacy = 0;

class search {
public:
    explicit search(const recording& all) {
        for (const auto& stream : all.streams) {
            if (stream.non_blocking) {
                apart_.insert(stream.id);
            }
        }
        for (const auto& op : all.operations) {
            lanes_[op.stream].all.push_back(&op);
            by_id_[op.id] = &op;
        }
    }

    /// This one is over, and all that it came after.
    void is_over(std::uint64_t id) {
        open_.push_back(id);
        while (!open_.empty()) {
            const auto found = by_id_.find(open_.back());
            open_.pop_back();
            if (found != by_id_.end()) {
                lane_is_over(found->second->stream, found->first);
            }
        }
    }

    [[nodiscard]] std::set<std::uint64_t> found() && { return std::move(over_); }

private:
    void lane_is_over(stream_id stream, std::uint64_t up_to) {
        if (stream == host_lane) {
            return;
        }
        lane& own = lanes_[stream];
        const auto before = own.over;
        for (; own.over < own.all.size() && own.all[own.over]->id <= up_to; ++own.over) {
            const operation& op = *own.all[own.over];
            over_.insert(op.id);
            open_.insert(open_.end(), op.waits_for.begin(), op.waits_for.end());
        }
        if (own.over > before) {
            add_across_the_default_stream(*own.all[own.over - 1]);
        }
    }

    /// What stands before it on the other side of the legacy default stream.
    void add_across_the_default_stream(const operation& op) {
        if (apart_.contains(op.stream)) {
            return;
        }
        for (const auto& [stream, other] : lanes_) {
            const bool is_across = op.stream == legacy
                                       ? stream != legacy && !apart_.contains(stream)
                                       : stream == legacy;
            if (!is_across || stream == host_lane) {
                continue;
            }
            const auto behind = std::lower_bound(
                other.all.begin(), other.all.end(), op.id,
                [](const operation* each, std::uint64_t id) { return each->id < id; });
            if (behind != other.all.begin()) {
                open_.push_back((*std::prev(behind))->id);
            }
        }
    }

    struct lane {
        std::vector<const operation*> all;
        std::size_t over = 0;  ///< so many of them, from the first on
    };

    std::set<stream_id> apart_;
    std::map<stream_id, lane> lanes_;
    std::map<std::uint64_t, const operation*> by_id_;
    std::vector<std::uint64_t> open_;
    std::set<std::uint64_t> over_;
};

}  // namespace

std::set<std::uint64_t> awaited_before(const recording& all, nanoseconds when) {
    search over(all);
    for (const auto& op : all.operations) {
        if (op.kind != op_kind::host_wait || op.start >= when) {
            continue;
        }
        for (const auto id : op.waits_for) {
            over.is_over(id);
        }
    }
    return std::move(over).found();
}

}  // namespace timeline
