#include "common/simcuda/runtime/engines.hpp"

#include <algorithm>
#include <cmath>

namespace simcuda {

namespace {
constexpr double whole_device = 1.0 + 1e-9;  // sums of shares are not exact
constexpr double no_work = 1e-6;             // nanoseconds; nor are quotients of work and speed
// A grid that wants more than is free begins with the blocks that find room. What it takes stays
// the same until its end, so it only begins when little is missing.
constexpr double nearly_all = 0.9;
}  // namespace

void finished::add(engine where, nanoseconds end) {
    const auto at = static_cast<std::size_t>(where) - static_cast<std::size_t>(engine::h2d);
    if (at < ends_.size())
        ends_[at] = std::max(ends_[at].value_or(end), end);
}

void finished::add(const finished& other) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (other.ends_[i])
            ends_[i] = std::max(ends_[i].value_or(*other.ends_[i]), *other.ends_[i]);
    }
}

nanoseconds finished::known_to(engine mine, nanoseconds hand_over) const {
    nanoseconds when{0};
    const auto at = static_cast<std::size_t>(mine) - static_cast<std::size_t>(engine::h2d);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (i != at && ends_[i])
            when = std::max(when, *ends_[i] + hand_over);
    }
    return when;
}

engines::engines(const machine_profile& profile, unsigned devices)
    : copy_engines_(profile.copy_engines), hand_over_(profile.hand_over), devices_(devices) {
    for (device_lanes& d : devices_) {
        d.h2d.two_way = profile.two_way_h2d;
        d.d2h.two_way = profile.two_way_d2h;
        d.h2d.pause = profile.pause_beside_h2d;
        d.d2h.pause = profile.pause_beside_d2h;
        d.h2d.turn = d.d2h.turn = profile.turn_to_stream;
        d.h2d.across = &d.d2h;
        d.d2h.across = &d.h2d;
    }
}

void engines::submit(const task_ptr& t, const std::vector<task_ptr>& dependencies) {
    t->order = next_order_++;
    if (is_taken_in_order_of_issue(*t))
        join_lanes(t);
    t->ready = std::max(t->earliest, now_);
    for (const task_ptr& before : dependencies) {
        if (!before)
            continue;
        if (before->done) {
            come_after(*t, *before);
        } else {
            before->followers.push_back(t);
            ++t->open_dependencies;
        }
    }
    if (t->open_dependencies == 0)
        become_ready(t);
}

/// A marker is as far as what it stands behind; it has no engine of its own to be told by.
void engines::come_after(task& t, const task& before) const {
    t.ready = std::max(t.ready, before.end);
    if (hand_over_.count() == 0)
        return;
    if (before.where == engine::none) {
        t.before.add(before.before);
    } else {
        t.before.add(engine_for(before.where), before.end);
    }
}

void engines::become_ready(const task_ptr& t) {
    nanoseconds when = t->ready;
    if (t->where != engine::none)
        when = std::max(when, t->before.known_to(engine_for(t->where), hand_over_));
    // A marker between finished work needs no event of its own.
    if (t->where == engine::none && when <= now_) {
        t->start = t->end = when;
        complete(t);
        return;
    }
    events_.push({when, t->order, happening::becomes_ready, 0, t});
}

std::optional<nanoseconds> engines::next() const {
    return events_.empty() ? std::nullopt : std::optional(events_.top().when);
}

void engines::step() {
    const event e = events_.top();
    events_.pop();
    run_event(e);
}

void engines::advance(nanoseconds limit) {
    while (!events_.empty() && events_.top().when <= limit)
        step();
    now_ = std::max(now_, limit);
}

nanoseconds engines::finish(const task_ptr& t) {
    while (!t->done && !events_.empty())
        step();
    return t->end;
}

nanoseconds engines::drain() {
    while (!events_.empty())
        step();
    return last_end_;
}

void engines::run_event(const event& e) {
    task& t = *e.whose;
    if (e.what == happening::becomes_ready) {
        now_ = std::max(now_, e.when);
        enqueue(e.whose);
        return;
    }
    if (e.what == happening::has_turned) {
        now_ = std::max(now_, e.when);
        if (!t.done)
            start_copy(*lanes_of(t)[0]);
        return;
    }
    if (t.version != e.version)
        return;
    now_ = std::max(now_, e.when);
    t.end = e.when;
    switch (engine_for(t.where)) {
        case engine::compute: {
            device_lanes& on = devices_[t.device];
            on.compute_in_use -= t.share;
            complete(e.whose);
            start_kernels(on);
            break;
        }
        case engine::host_functions:
            active_host_function_.reset();
            complete(e.whose);
            start_host_function();
            break;
        default:
            end_copy(e.whose);
    }
}

void engines::end_copy(const task_ptr& t) {
    const two_lanes lanes = lanes_of(*t);
    for (copy_lane* lane : lanes) {
        if (lane != nullptr) {
            settle(lane->across->active);  // while both were busy
            lane->active.reset();
            lane->last_stream = t->stream;
            lane->last_end = now_;
        }
    }
    ++t->version;
    complete(t);
    for (const copy_lane* lane : lanes) {
        if (lane != nullptr) {
            start_copy(*lane);
            reschedule(lane->across->active);
        }
    }
}

void engines::enqueue(const task_ptr& t) {
    switch (engine_for(t->where)) {
        case engine::none:
            t->start = t->end = now_;
            complete(t);
            break;
        case engine::h2d:
        case engine::d2h:
        case engine::peer:
            t->is_ready = true;
            if (!is_taken_in_order_of_issue(*t))
                join_lanes(t);
            start_copy(*lanes_of(*t)[0]);
            break;
        case engine::compute: {
            // First come, first served within a priority.
            device_lanes& on = devices_[t->device];
            const auto place =
                std::find_if(on.kernels.begin(), on.kernels.end(),
                             [&](const task_ptr& k) { return k->priority > t->priority; });
            on.kernels.insert(place, t);
            start_kernels(on);
            break;
        }
        case engine::host_functions:
            host_functions_.push_back(t);
            start_host_function();
            break;
    }
}

void engines::complete(const task_ptr& t) {
    t->done = true;
    last_end_ = std::max(last_end_, t->end);
    std::vector<task_ptr> followers;
    followers.swap(t->followers);
    for (const task_ptr& next : followers) {
        come_after(*next, *t);
        if (--next->open_dependencies == 0)
            become_ready(next);
    }
}

engine engines::engine_for(engine wanted) const {
    const bool copy = wanted == engine::h2d || wanted == engine::d2h || wanted == engine::peer;
    if (copy && copy_engines_ == 0)
        return engine::compute;
    return wanted == engine::d2h && copy_engines_ == 1 ? engine::h2d : wanted;
}

bool engines::is_taken_in_order_of_issue(const task& t) const {
    const bool copy = t.where == engine::h2d || t.where == engine::d2h || t.where == engine::peer;
    return copy && copy_engines_ == 1;
}

engines::two_lanes engines::lanes_of(const task& copy) {
    const auto lane = [&](unsigned device, engine direction) {
        device_lanes& d = devices_[device];
        return direction == engine::d2h && copy_engines_ >= 2 ? &d.d2h : &d.h2d;
    };
    if (copy.where == engine::peer)
        return {lane(copy.device, engine::h2d), lane(copy.source, engine::d2h)};
    return {lane(copy.device, copy.where), nullptr};
}

double engines::speed(const task& copy) {
    double result = 1.0;
    for (const copy_lane* lane : lanes_of(copy)) {
        if (lane != nullptr && lane->across->active)
            result = copy.where == engine::peer ? copy.beside : lane->two_way;
    }
    return result;
}

/// A copy takes longer that has one of the other direction beside it, however short: its engine
/// pauses. Counted once, in work at full speed.
void engines::add_pause(const task_ptr& copy) {
    if (copy->has_pause || copy->where == engine::peer)
        return;
    copy->has_pause = true;
    const copy_lane* const lane = lanes_of(*copy)[0];
    copy->left += static_cast<double>(lane->pause.count()) * lane->two_way;
}

/// Counts the progress since the last change of speed.
void engines::settle(const task_ptr& copy) {
    if (!copy)
        return;
    const double passed = static_cast<double>((now_ - copy->since).count());
    copy->left = std::max(0.0, copy->left - passed * speed(*copy));
    copy->since = now_;
}

void engines::reschedule(const task_ptr& copy) {
    if (!copy)
        return;
    const double time = std::max(0.0, copy->left / speed(*copy) - no_work);
    const auto wait = static_cast<std::int64_t>(std::ceil(time));
    events_.push({now_ + nanoseconds{wait}, copy->order, happening::ends, ++copy->version, copy});
}

void engines::join_lanes(const task_ptr& copy) {
    for (copy_lane* lane : lanes_of(*copy)) {
        if (lane != nullptr)
            lane->waiting.push_back(copy);
    }
}

/// Has the engine yet to turn to this copy's stream? It will go on when it has.
bool engines::must_turn(const copy_lane& lane, const task_ptr& to) {
    const nanoseconds turned = lane.last_end + lane.turn;
    const bool another = lane.last_stream && *lane.last_stream != to->stream;
    if (!another || to->where == engine::peer || now_ >= turned)
        return false;
    events_.push({turned, to->order, happening::has_turned, 0, to});
    return true;
}

/// Starts the first copy in a lane, if it is ready and all its lanes are free.
void engines::start_copy(const copy_lane& lane) {
    if (lane.active || lane.waiting.empty())
        return;
    const task_ptr t = lane.waiting.front();
    if (!t->is_ready || must_turn(lane, t))
        return;
    const two_lanes lanes = lanes_of(*t);
    for (const copy_lane* each : lanes) {
        if (each != nullptr && (each->active || each->waiting.front() != t))
            return;
    }
    for (copy_lane* each : lanes) {
        if (each == nullptr)
            continue;
        settle(each->across->active);
        each->active = t;
        each->waiting.pop_front();
    }
    t->start = t->since = now_;
    t->left = static_cast<double>(t->work.count());
    for (const copy_lane* each : lanes) {
        if (each != nullptr && each->across->active) {
            add_pause(t);
            add_pause(each->across->active);
        }
    }
    reschedule(t);
    for (const copy_lane* each : lanes) {
        if (each != nullptr)
            reschedule(each->across->active);
    }
}

void engines::start_kernels(device_lanes& on) {
    while (!on.kernels.empty()) {
        const task_ptr t = on.kernels.front();
        const double wanted = t->share;
        const double free = whole_device - on.compute_in_use;
        // A copy that takes a kernel's place takes all of it.
        if (free < (t->where == engine::compute ? nearly_all * wanted : wanted))
            return;
        on.kernels.pop_front();
        t->share = std::min(wanted, free);
        on.compute_in_use += t->share;
        t->start = now_;
        // Sums of shares are not exact: what lacks a trace lacks nothing.
        const double slower = wanted - t->share < 1e-6 * wanted ? 1.0 : wanted / t->share;
        const auto lasts = std::ceil(static_cast<double>(t->work.count()) * slower);
        events_.push({now_ + nanoseconds{static_cast<std::int64_t>(lasts)}, t->order,
                      happening::ends, 0, t});
    }
}

void engines::prolong(const task_ptr& t, nanoseconds by) {
    if (t->done)
        return;
    t->work += by;
    if (t == active_host_function_)
        events_.push({t->start + t->work, t->order, happening::ends, ++t->version, t});
}

void engines::start_host_function() {
    if (active_host_function_ || host_functions_.empty())
        return;
    active_host_function_ = host_functions_.front();
    host_functions_.pop_front();
    active_host_function_->start = now_;
    events_.push({now_ + active_host_function_->work, active_host_function_->order, happening::ends,
                  active_host_function_->version, active_host_function_});
}

}  // namespace simcuda
