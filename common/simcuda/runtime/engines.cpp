#include "common/simcuda/runtime/engines.hpp"

#include <algorithm>
#include <cmath>

namespace simcuda {

namespace {
constexpr double whole_device = 1.0 + 1e-9;  // sums of shares are not exact
// A grid that wants more than is free begins with the blocks that find room. What it takes stays
// the same until its end, so it only begins when little is missing.
constexpr double nearly_all = 0.9;
}  // namespace

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
