// How the host's threads wait for the device, and let it run meanwhile.
#include <algorithm>
#include <utility>

#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

/// It is about to put something into a stream: after a wait, the first time takes it longer.
void scheduler::host_gets_going() {
    if (std::exchange(host_thread_->has_waited, false))
        host_resumes(now() + profile_.after_wait);
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

void scheduler::host_works(nanoseconds duration) {
    host_thread_->now += duration;
    let_device_run();
}

void scheduler::host_function_works(const point_ptr& p, nanoseconds duration) {
    engines_.prolong(p->time, duration);
    host_thread_->now += duration;
}

void scheduler::host_blocks_on(const std::vector<point_ptr>& all) {
    const nanoseconds before = now();
    nanoseconds last = before;
    for (const point_ptr& p : all) {
        if (p)
            last = std::max(last, finish(p->time));
    }
    if (last > before) {
        host_thread_->has_waited = true;
        last += profile_.wake;
    }
    host_resumes(last);
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

nanoseconds scheduler::drain() {
    host_catches_up(engines_.drain());
    return now();
}

}  // namespace simcuda
