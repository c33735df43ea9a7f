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

engines::engines(const machine_profile& profile) : copy_engines_(profile.copy_engines) {
    h2d_.two_way = profile.two_way_h2d;
    d2h_.two_way = profile.two_way_d2h;
}

void engines::submit(const task_ptr& t, const std::vector<task_ptr>& dependencies) {
    t->order = next_order_++;
    nanoseconds ready = std::max(t->earliest, now_);
    for (const task_ptr& before : dependencies) {
        if (!before)
            continue;
        if (before->done) {
            ready = std::max(ready, before->end);
        } else {
            before->followers.push_back(t);
            ++t->open_dependencies;
        }
    }
    t->ready = ready;
    if (t->open_dependencies == 0)
        become_ready(t, ready);
}

void engines::become_ready(const task_ptr& t, nanoseconds when) {
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
    const engine where = lane_of(t.where);
    copy_lane* lane = where == engine::h2d ? &h2d_ : where == engine::d2h ? &d2h_ : nullptr;
    if (lane != nullptr && lane->version != e.version)
        return;
    now_ = std::max(now_, e.when);
    t.end = e.when;
    if (lane != nullptr) {
        copy_lane& other = lane == &h2d_ ? d2h_ : h2d_;
        settle(other);  // while both were busy
        lane->active.reset();
        ++lane->version;
        complete(e.whose);
        start_copy(*lane);
        reschedule(other);
    } else if (where == engine::compute) {
        compute_in_use_ -= t.share;
        complete(e.whose);
        start_kernels();
    } else {
        active_host_function_.reset();
        complete(e.whose);
        start_host_function();
    }
}

void engines::enqueue(const task_ptr& t) {
    switch (lane_of(t->where)) {
        case engine::none:
            t->start = t->end = now_;
            complete(t);
            break;
        case engine::h2d:
            h2d_.waiting.push_back(t);
            start_copy(h2d_);
            break;
        case engine::d2h:
            d2h_.waiting.push_back(t);
            start_copy(d2h_);
            break;
        case engine::compute: {
            // First come, first served within a priority.
            const auto place =
                std::find_if(kernels_.begin(), kernels_.end(),
                             [&](const task_ptr& k) { return k->priority > t->priority; });
            kernels_.insert(place, t);
            start_kernels();
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
        next->ready = std::max(next->ready, t->end);
        if (--next->open_dependencies == 0)
            become_ready(next, next->ready);
    }
}

engine engines::lane_of(engine wanted) const {
    if (copy_engines_ >= 2 || (wanted != engine::h2d && wanted != engine::d2h))
        return wanted;
    return copy_engines_ == 1 ? engine::h2d : engine::compute;
}

double engines::speed(const copy_lane& lane) const {
    const copy_lane& other = &lane == &h2d_ ? d2h_ : h2d_;
    return other.active ? lane.two_way : 1.0;
}

/// Counts the progress since the last change of speed.
void engines::settle(copy_lane& lane) const {
    if (!lane.active)
        return;
    const double passed = static_cast<double>((now_ - lane.since).count());
    lane.left = std::max(0.0, lane.left - passed * speed(lane));
    lane.since = now_;
}

void engines::reschedule(copy_lane& lane) {
    if (!lane.active)
        return;
    const double time = std::max(0.0, lane.left / speed(lane) - no_work);
    const auto wait = static_cast<std::int64_t>(std::ceil(time));
    events_.push({now_ + nanoseconds{wait}, lane.active->order, happening::ends, ++lane.version,
                  lane.active});
}

void engines::start_copy(copy_lane& lane) {
    if (lane.active || lane.waiting.empty())
        return;
    copy_lane& other = &lane == &h2d_ ? d2h_ : h2d_;
    settle(other);
    lane.active = lane.waiting.front();
    lane.waiting.pop_front();
    lane.active->start = now_;
    lane.left = static_cast<double>(lane.active->work.count());
    lane.since = now_;
    reschedule(lane);
    reschedule(other);
}

void engines::start_kernels() {
    while (!kernels_.empty()) {
        const task_ptr t = kernels_.front();
        const double wanted = t->share;
        const double free = whole_device - compute_in_use_;
        // A copy that takes a kernel's place takes all of it.
        if (free < (t->where == engine::compute ? nearly_all * wanted : wanted))
            return;
        kernels_.pop_front();
        t->share = std::min(wanted, free);
        compute_in_use_ += t->share;
        t->start = now_;
        const double slower = wanted / t->share;
        const auto lasts = std::ceil(static_cast<double>(t->work.count()) * slower);
        events_.push({now_ + nanoseconds{static_cast<std::int64_t>(lasts)}, t->order,
                      happening::ends, 0, t});
    }
}

void engines::start_host_function() {
    if (active_host_function_ || host_functions_.empty())
        return;
    active_host_function_ = host_functions_.front();
    host_functions_.pop_front();
    active_host_function_->start = now_;
    events_.push({now_ + active_host_function_->work, active_host_function_->order, happening::ends,
                  0, active_host_function_});
}

}  // namespace simcuda
