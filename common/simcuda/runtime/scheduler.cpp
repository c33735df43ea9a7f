#include "common/simcuda/runtime/scheduler.hpp"

#include <algorithm>
#include <utility>

namespace simcuda {
namespace {

constexpr std::size_t remembered = 64;  // waits and records; enough for any report's explanation

template <class Note>
void remember(std::deque<Note>& notes, Note note) {
    notes.push_back(note);
    if (notes.size() > remembered)
        notes.pop_front();
}

}  // namespace

scheduler::scheduler(const machine_profile& profile, other_threads* others, unsigned devices)
    : profile_(profile), engines_(profile, devices), others_(others), legacy_(devices) {
    slots_.emplace_back();  // the host's
    static_cast<void>(legacy(0));
    next_host_epoch();
}

ticket scheduler::order(stream_state& s, const point_ptr& also_after) {
    host_gets_going();
    keep_queue_short(s);
    ticket t;
    t.when = ++issue_number_;
    t.stream = &s;
    t.order = host_;
    const auto follow = [&](const point_ptr& p) {
        if (!p)
            return;
        t.order.join(p->order);
        t.after.push_back(p->time);
        if (p->operation != 0 && p->last.who != s.slot)
            t.waits_for.push_back(p->operation);
    };
    follow(s.tail);
    follow(also_after);
    for (const point_ptr& p : s.joins)
        follow(p);
    s.joins.clear();
    default_stream& legacy = legacy_[s.device];
    if (is_legacy(s)) {
        each_blocking_tail(s.device, follow);
        ++legacy.barriers;
    } else if (s.mode == blocking::with_legacy && s.legacy_seen < legacy.barriers) {
        follow(legacy.stream->tail);
        s.legacy_seen = legacy.barriers;
    }
    t.id = {s.slot, ++s.issued};
    t.order.advance(t.id);
    return t;
}

point_ptr scheduler::submit(ticket&& t, const work& w, std::uint64_t operation, site where) {
    auto timed = std::make_shared<task>();
    timed->where = w.where;
    timed->device = w.device.value_or(t.stream->device);
    timed->source = w.source;
    timed->beside = w.beside;
    timed->stream = static_cast<std::uint64_t>(t.stream->id);
    timed->work = w.duration;
    timed->share = w.share;
    // Priorities have "no effect on host-to-device and device-to-host memory operations", on a
    // machine that runs them beside its kernels or in their place.
    timed->priority = w.where == engine::compute ? t.stream->priority : 0;
    remember(t.stream->issues, {t.id.at, t.when, where});
    timed->earliest = now() + profile_.submit;
    engines_.submit(timed, t.after);
    if (w.where != engine::none) {
        if (t.stream->graph == 0)
            t.stream->outstanding.push_back(timed);
        t.stream->newest_work = where;
        t.stream->newest_work_id = t.id;
    }
    auto reached = std::make_shared<point>();
    reached->order = std::move(t.order);
    reached->time = timed;
    reached->last = t.id;
    reached->operation = operation;
    t.stream->tail = reached;
    return reached;
}

point_ptr scheduler::mark(stream_state& s) {
    std::uint64_t newest = s.tail ? s.tail->operation : 0;  // for drawings
    for (const point_ptr& p : s.joins)
        newest = std::max(newest, p ? p->operation : 0);
    return submit(order(s), work{}, newest, {});
}

site scheduler::newest_work(actor slot) const {
    const stream_state* s = stream_of(slot);
    return s == nullptr ? site{} : s->launch ? s->launch : s->newest_work;
}

void scheduler::record(event_state& e, const point_ptr& where, const void* pc) {
    e.captured = where;
    const stream_state* s = stream_of(where->last.who);
    remember(e.records, {where->last, issue_number_, s == nullptr ? 0 : s->id, pc});
}

void scheduler::note_wait(stream_state& s, const event_state& e, const void* pc) {
    remember(s.waits, {e.id, e.captured ? e.records.back() : record_note{}, issue_number_, pc});
}

void scheduler::note_host_wait(host_wait_note n) {
    n.when = issue_number_;
    remember(host_waits_, n);
}

stamp scheduler::next_host_epoch() {
    const stamp s{host_actor, ++host_epoch_};
    host_.advance(s);
    return s;
}

std::vector<point_ptr> scheduler::all_of(stream_state& s) {
    std::vector<point_ptr> tails;
    if (s.tail)
        tails.push_back(s.tail);
    if (is_legacy(s))
        each_blocking_tail(s.device, [&](const point_ptr& p) { tails.push_back(p); });
    return tails;
}

std::vector<point_ptr> scheduler::everything(unsigned device) {
    std::vector<point_ptr> tails;
    for (const auto& s : slots_) {
        if (s && s->tail && s->device == device)
            tails.push_back(s->tail);
    }
    return tails;
}

std::vector<point_ptr> scheduler::pending() const {
    std::set<std::uint64_t> graphs;
    std::vector<point_ptr> tails;
    for (const auto& s : slots_) {
        // A marker behind the last work leaves nothing to wait for.
        const bool has_work = s && s->tail && s->newest_work;
        if (!has_work || host_.knows(s->newest_work_id))
            continue;
        if (s->graph == 0 || graphs.insert(s->graph).second)
            tails.push_back(s->tail);
    }
    return tails;
}

stream_state* scheduler::stream_of(actor slot) const {
    return slot < slots_.size() ? slots_[slot].get() : nullptr;
}

std::vector<const stream_state*> scheduler::streams_by_slot() const {
    std::vector<const stream_state*> result;
    for (const auto& s : slots_) {
        if (s)
            result.push_back(s.get());
    }
    return result;
}

}  // namespace simcuda
