// Why nothing orders the two accesses of a race: which wait is there and does not help, or which
// stream takes no notice of the legacy default one.
#include <algorithm>

#include "common/simcuda/runtime/explanation_search.hpp"

namespace simcuda {

using timeline::op_kind;

namespace {

/// A wait is for the work that its stream is given next.
bool was_for_other_work(const wait_note& w, const record_note& r, const stream_state& waiter) {
    return std::any_of(waiter.issues.begin(), waiter.issues.end(), [&](const issue_note& n) {
        return !is_marker(n) && n.when > w.when && n.when < r.when;
    });
}

}  // namespace

void explanation_search::why_device() {
    const stream_state* waiter = order_.stream_of(later_.who.who);
    if (waiter == nullptr || waiter == order_.stream_of(earlier_.who.who))
        return;
    for (auto w = waiter->waits.rbegin(); w != waiter->waits.rend(); ++w) {
        if (is_of_this_round(*w, *waiter) && cannot_help(*w, *waiter))
            return;
    }
    for (auto w = waiter->waits.rbegin(); w != waiter->waits.rend(); ++w) {
        if (!of_same_stream(w->record) || w->when >= earlier_issued_)
            continue;
        if (useful_ != nullptr && useful_->id != w->event)
            continue;
        out_.why = "earlier_round";
        return wait_facts(*w);
    }
    if (another_waits(*waiter))
        return;
    out_.why = why_legacy(*waiter);
}

/// One of the two is in the legacy default stream, and the other's stream ignores that.
std::string explanation_search::why_legacy(const stream_state& waiter) {
    const stream_state* producer = order_.stream_of(earlier_.who.who);
    if (waiter.id != 0 && (producer == nullptr || producer->id != 0))
        return {};
    out_.facts["blocked"] = stream_placeholder(waiter.id == 0 ? earlier_.where.stream : waiter.id);
    // Whoever records or waits there means that stream.
    const bool is_later = waiter.id == 0;
    const bool is_meant = is_later ? !waiter.waits.empty() : has_own_event_;
    if (!is_meant && is_later)
        out_.fix = into_the_stream("later", later_.where, "{earlier_handle}");
    else if (!is_meant)
        out_.fix = into_the_stream("earlier", earlier_.where, "{later_handle}");
    // Of the blocking kind, only a copy from pageable memory is not complete on return.
    const bool staged =
        earlier_.where->kind == op_kind::copy_h2d && earlier_.where->is_blocking_copy();
    return staged ? "staged" : "non_blocking";
}

/// Whatever the later operation's call has issued since the wait, the wait was for that.
bool explanation_search::is_of_this_round(const wait_note& w, const stream_state& waiter) const {
    return std::none_of(waiter.issues.begin(), waiter.issues.end(), [&](const issue_note& n) {
        return n.where == later_.where && n.when > w.when && n.at != later_.who.at;
    });
}

bool explanation_search::cannot_help(const wait_note& w, const stream_state& waiter) {
    const CUevent_st* event = order_.event_by_id(w.event);
    if (event == nullptr)
        return false;
    for (const record_note& r : event->records) {
        if (!covers(r))
            continue;
        if (r.when <= w.when && covers(w.record))
            continue;
        if (r.when > w.when && was_for_other_work(w, r, waiter))
            continue;
        out_.id = r.when > w.when ? "wait-before-record" : "shared-event";
        wait_facts(w);
        record_facts(r);
        place("replaced_place", w.record.pc);
        out_.facts["replaced_stream"] = stream_placeholder(w.record.stream);
        return true;
    }
    if (w.when < earlier_issued_ || has_own_event_)
        return false;
    if (history_.is_astray(w.record)) {
        out_.why = "wrong_stream";
        out_.fix = "record";
        wait_facts(w);
        record_facts(w.record);
        // The record is in the right stream, and the work in none.
        argument("record_handle", w.record.pc, "cudaEventRecord", 1);
        if (earlier_.where.stream == legacy_stream)
            out_.fix = into_the_stream("earlier", earlier_.where, "{record_handle}");
        return true;
    }
    // Where a later event covers it, too, one that stands for nothing else was meant.
    if (of_same_stream(w.record) && (useful_ == nullptr || history_.is_too_early(w.record))) {
        out_.why = "recorded_early";
        out_.fix = "record";
        wait_facts(w);
        record_facts(w.record);
        return true;
    }
    if (w.record.last.at == 0 && event->records.empty()) {
        out_.unrecorded.push_back(
            {w.event,
             "never_recorded",
             {{"wait_place", w.pc, {}, 0}, {"event", w.pc, "cudaStreamWaitEvent", 1}}});
    }
    return false;
}

bool explanation_search::another_waits(const stream_state& waiter) {
    for (const stream_state* other : order_.streams_by_slot()) {
        if (other == &waiter || other->slot == earlier_.who.who)
            continue;
        for (const wait_note& w : other->waits) {
            if (!covers(w.record) || (useful_ != nullptr && useful_->id != w.event))
                continue;
            out_.why = "other_stream";
            wait_facts(w);
            // The wait was put into the right stream, and the work into none.
            if (waiter.id == legacy_stream && waiter.waits.empty())
                out_.fix = into_the_stream("later", later_.where, "{wait_stream}");
            return true;
        }
    }
    return false;
}

/// The newest wait of the host, if the earlier operation had been issued by then.
void explanation_search::why_host() {
    const auto& waits = order_.host_waits();
    if (waits.empty() || waits.back().when < earlier_issued_ || earlier_issued_ == 0)
        return;
    const host_wait_note& w = waits.back();
    if (w.kind == host_wait_kind::not_ready) {
        name_what_was_asked(out_, w);
        out_.why = "host_not_ready";
        return;
    }
    out_.facts["wait_call"] = w.call;
    if (w.kind == host_wait_kind::event && w.record.last.at == 0) {
        if (!has_own_event_) {
            out_.unrecorded.push_back({w.event,
                                       "host_never_recorded",
                                       {{"wait_place", w.pc, {}, 0}, {"event", w.pc, w.call, 0}}});
        }
        return;
    }
    place("wait_place", w.pc);
    argument(w.kind == host_wait_kind::stream ? "wait_stream" : "event", w.pc, w.call, 0);
    if (w.kind == host_wait_kind::stream) {
        out_.why = "host_other_stream";
    } else if (!has_own_event_ && history_.is_astray(w.record)) {
        out_.why = "host_wrong_stream";
        out_.fix = "record";
        record_facts(w.record);
    } else if (of_same_stream(w.record)) {
        out_.why = "host_recorded_early";
        out_.fix = has_own_event_ ? "" : "record";
        record_facts(w.record);
    } else {
        out_.why = "host_other_event";
    }
}

}  // namespace simcuda
