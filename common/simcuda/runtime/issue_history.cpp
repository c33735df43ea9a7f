#include "common/simcuda/runtime/issue_history.hpp"

#include <algorithm>

namespace simcuda {
namespace {

bool has_work_between(const stream_state& s, std::uint64_t from, std::uint64_t to) {
    return std::any_of(s.issues.begin(), s.issues.end(), [&](const issue_note& n) {
        return !is_marker(n) && n.when > from && n.when < to;
    });
}

}  // namespace

bool is_marker(const issue_note& n) {
    return !n.where || n.where->kind == timeline::op_kind::event_record ||
           n.where->kind == timeline::op_kind::event_wait;
}

issue_history::issue_history(const scheduler& order, const stamp& operation)
    : order_(order), operation_(operation), stream_(order.stream_of(operation.who)) {
    if (stream_ == nullptr)
        return;
    for (const issue_note& n : stream_->issues) {
        if (n.at == operation.at)
            issued_ = n.when;
    }
}

bool issue_history::stands_for_it_alone(const record_note& r) const {
    return issued_ != 0 && !has_work_between(*stream_, issued_, r.when);
}

bool issue_history::is_too_early(const record_note& r) const {
    return issued_ != 0 && is_of_its_stream(r) && r.when < issued_ &&
           !has_work_between(*stream_, record_before(r), issued_);
}

bool issue_history::is_astray(const record_note& r) const {
    if (r.last.at == 0 || is_of_its_stream(r) || issued_ == 0 || r.when < issued_)
        return false;
    const stream_state* own = order_.stream_of(r.last.who);
    if (own == nullptr || has_work_between(*own, record_before(r), r.when))
        return false;
    const auto all = order_.streams_by_slot();
    return std::none_of(all.begin(), all.end(), [&](const stream_state* s) {
        return has_work_between(*s, issued_, r.when);
    });
}

/// The newest one of its stream; 0: there is none.
std::uint64_t issue_history::record_before(const record_note& r) const {
    std::uint64_t newest = 0;
    for (const auto& [id, event] : order_.events()) {
        for (const record_note& other : event->records) {
            if (other.last.who == r.last.who && other.when < r.when)
                newest = std::max(newest, other.when);
        }
    }
    return newest;
}

}  // namespace simcuda
