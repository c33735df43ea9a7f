#include "common/simcuda/runtime/scheduler.hpp"

#include <driver_types.h>

#include <algorithm>
#include <utility>

namespace simcuda {
namespace {

constexpr std::size_t remembered = 64;  // waits and records; enough for any report's explanation

constexpr std::size_t kept = 1024;  // destroyed handles

template <class Handle>
void keep(std::deque<Handle>& gone, Handle one) {
    gone.push_back(std::move(one));
    if (gone.size() > kept)
        gone.pop_front();
}

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

CUstream_st& scheduler::legacy(unsigned device) {
    CUstream_st*& s = legacy_[device].stream;
    if (s == nullptr)
        s = create_stream(device, blocking::with_legacy);
    s->role = stream_role::legacy;
    return *s;
}

std::optional<unsigned> scheduler::legacy_device(timeline::stream_id id) const {
    for (unsigned device = 0; device < legacy_.size(); ++device) {
        if (legacy_[device].stream != nullptr && legacy_[device].stream->id == id)
            return device;
    }
    return std::nullopt;
}

CUstream_st* scheduler::create_stream(unsigned device, blocking mode) {
    const unsigned current = std::exchange(host_thread_->device, device);
    CUstream_st* made = create_stream(mode, 0, 0, nullptr);
    host_thread_->device = current;
    return made;
}

CUstream_st* scheduler::take_slot() {
    // A slot may be used again once the host is ordered after all that was issued in it: whatever
    // the new stream does then comes after it, too.
    std::size_t slot = 1;
    sequence issued = 0;
    for (; slot < slots_.size(); ++slot) {
        CUstream_st* old = slots_[slot].get();
        if (streams_.contains(old) || lanes_.contains(old))
            continue;
        if (host_.of(static_cast<actor>(slot)) >= old->issued) {
            issued = old->issued;
            break;
        }
    }
    auto made = std::make_unique<CUstream_st>();
    made->device = current_device();
    made->slot = static_cast<actor>(slot);
    made->issued = issued;
    CUstream_st* result = made.get();
    if (slot == slots_.size()) {
        slots_.push_back(std::move(made));
    } else {
        keep(gone_streams_, std::move(slots_[slot]));
        slots_[slot] = std::move(made);
    }
    return result;
}

CUstream_st* scheduler::create_stream(blocking mode, unsigned flags, int priority, const void* pc) {
    CUstream_st* made = take_slot();
    made->id = next_stream_id_++;
    made->mode = mode;
    made->flags = flags;
    made->priority = priority;
    made->made_at = pc;
    streams_.insert(made);
    return made;
}

CUstream_st* scheduler::create_lane(std::uint64_t graph) {
    CUstream_st* made = take_slot();
    made->role = stream_role::lane;
    made->mode = blocking::never;
    made->graph = graph;
    lanes_.insert(made);
    return made;
}

void scheduler::destroy_lane(CUstream_st* lane) {
    lanes_.erase(lane);
}

void scheduler::destroy_stream(CUstream_st* s, const void* pc) {
    s->destroyed_at = pc;
    streams_.erase(s);  // its slot, tail and numbers stay: the work goes on
}

CUstream_st* scheduler::find_stream(CUstream_st* handle, stream_zero zero) {
    if (handle == nullptr && zero == stream_zero::of_the_thread)
        handle = cudaStreamPerThread;
    if (handle == nullptr || handle == cudaStreamLegacy)
        return &legacy();
    if (handle == cudaStreamPerThread) {
        CUstream_st*& mine = per_thread_[{host_thread_->number, current_device()}];
        if (mine == nullptr) {
            mine = create_stream(blocking::with_legacy, 0, 0, nullptr);
            mine->role = stream_role::of_thread;
            mine->given_name = "cudaStreamPerThread";
        }
        return mine;
    }
    if (streams_.contains(handle) && !is_legacy(*handle))
        return handle;
    const auto is_it = [&](const auto& gone) { return gone.get() == handle; };
    if (std::any_of(gone_streams_.begin(), gone_streams_.end(), is_it) ||
        std::any_of(slots_.begin(), slots_.end(), is_it)) {
        stale_ = {stale_handle::kind::stream, handle->destroyed_at};
    }
    return nullptr;
}

void scheduler::host_thread_ends() {
    std::erase_if(per_thread_, [&](const auto& own) {
        const bool ends = own.first.first == host_thread_->number;
        if (ends)
            destroy_stream(own.second, nullptr);
        return ends;
    });
}

CUevent_st* scheduler::create_event(unsigned flags) {
    auto made = std::make_unique<CUevent_st>();
    made->id = next_event_id_++;
    made->device = current_device();
    made->flags = flags;
    CUevent_st* result = made.get();
    events_by_id_.emplace(result->id, result);
    events_.emplace(result, std::move(made));
    return result;
}

void scheduler::destroy_event(CUevent_st* e, const void* pc) {
    e->destroyed_at = pc;
    keep(gone_events_, std::move(events_.extract(e).mapped()));
    if (gone_events_.size() == kept)
        events_by_id_.erase(gone_events_.front()->id);
}

CUevent_st* scheduler::find_event(CUevent_st* handle) {
    if (events_.contains(handle))
        return handle;
    const auto is_it = [&](const auto& gone) { return gone.get() == handle; };
    if (handle != nullptr && std::any_of(gone_events_.begin(), gone_events_.end(), is_it))
        stale_ = {stale_handle::kind::event, handle->destroyed_at};
    return nullptr;
}

std::optional<scheduler::stale_handle> scheduler::take_stale() {
    return std::exchange(stale_, std::nullopt);
}

const CUevent_st* scheduler::event_by_id(std::uint64_t id) const {
    const auto it = events_by_id_.find(id);
    return it == events_by_id_.end() ? nullptr : it->second;
}

std::size_t scheduler::stream_count() const {
    const auto legacy = std::count_if(legacy_.begin(), legacy_.end(),
                                      [](const auto& d) { return d.stream != nullptr; });
    return streams_.size() - static_cast<std::size_t>(legacy) - per_thread_.size();
}

void scheduler::keep_queue_short(stream_state& s) {
    if (s.graph != 0)
        return;  // a launch counts once, in its own stream
    auto& queue = s.outstanding;
    while (!queue.empty() && queue.front()->done)
        queue.pop_front();
    while (queue.size() > profile_.queue_depth) {
        const task_ptr first = queue.front();
        host_resumes(finish(first));
        if (!queue.empty() && queue.front() == first)  // another thread may have been here
            queue.pop_front();
    }
}

nanoseconds scheduler::horizon() const {
    return others_ == nullptr ? nanoseconds::max() : others_->horizon();
}

/// Lets the device run until `t` is done; its end. As far as other threads can still give it work
/// that comes earlier, they go first.
nanoseconds scheduler::finish(const task_ptr& t) {
    if (others_ == nullptr || t->done)
        return engines_.finish(t);
    host_thread* const me = host_thread_;
    waiting_.push_back({me, t});
    while (!t->done && engines_.next()) {
        if (*engines_.next() > horizon()) {
            others_->go_first(*engines_.next());
            continue;
        }
        step_device();
    }
    std::erase_if(waiting_, [&](const waiting_thread& w) { return w.who == me; });
    return t->end;
}

/// To the next moment at which something happens; threads that wait for it may go on.
void scheduler::step_device() {
    engines_.step();
    for (const waiting_thread& w : waiting_) {
        if (w.what->done && w.who != host_thread_)
            others_->device_is_done(*w.who, w.what->end);
    }
}

/// The host has waited: whatever it does next, other threads that are earlier come first.
void scheduler::host_resumes(nanoseconds when) {
    host_catches_up(when);
    if (others_ != nullptr)
        others_->take_turn();
}

void scheduler::let_device_run() {
    while (!waiting_.empty() && engines_.next() && *engines_.next() <= std::min(now(), horizon()))
        step_device();
    engines_.advance(std::min(now(), horizon()));
}

ticket scheduler::order(stream_state& s, const point_ptr& also_after) {
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

void scheduler::host_works(nanoseconds duration) {
    host_thread_->now += duration;
    let_device_run();
}

stamp scheduler::next_host_epoch() {
    const stamp s{host_actor, ++host_epoch_};
    host_.advance(s);
    return s;
}

void scheduler::host_blocks_on(const std::vector<point_ptr>& all) {
    const nanoseconds before = now();
    nanoseconds last = before;
    for (const point_ptr& p : all) {
        if (p)
            last = std::max(last, finish(p->time));
    }
    host_resumes(last > before ? last + profile_.wake : before);
    let_device_run();
}

void scheduler::host_sees_end_of(const point_ptr& p) {
    host_catches_up(finish(p->time));
    let_device_run();
}

void scheduler::host_joins(const point_ptr& p) {
    if (p)
        host_.join(p->order);
}

void scheduler::host_waits_for(const std::vector<point_ptr>& all) {
    host_blocks_on(all);
    for (const point_ptr& p : all)
        host_joins(p);
}

bool scheduler::reached(const point_ptr& p) {
    let_device_run();
    return !p || (p->time->done && p->time->end <= now());
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

nanoseconds scheduler::drain() {
    host_catches_up(engines_.drain());
    return now();
}

stream_state* scheduler::stream_of(actor slot) const {
    return slot < slots_.size() ? slots_[slot].get() : nullptr;
}

std::map<timeline::stream_id, scheduler::stream_origin> scheduler::origins() const {
    std::map<timeline::stream_id, stream_origin> result = kept_origins_;
    const auto add = [&](const std::unique_ptr<CUstream_st>& s) {
        if (s && s->graph == 0)  // a lane has no name of its own
            result.insert_or_assign(s->id, stream_origin{s->made_at, s->given_name});
    };
    std::for_each(gone_streams_.begin(), gone_streams_.end(), add);
    std::for_each(slots_.begin(), slots_.end(), add);
    return result;
}

void scheduler::keep_origin(timeline::stream_id id) {
    if (kept_origins_.contains(id))
        return;
    auto all = origins();
    if (const auto known = all.find(id); known != all.end())
        kept_origins_.insert(all.extract(known));
}

void scheduler::name_stream(timeline::stream_id id, const std::string& name) {
    for (const auto& s : slots_) {
        if (s && s->graph == 0 && s->id == id)
            s->given_name = name;
    }
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
