#include "common/simcuda/runtime/turns.hpp"

#include <algorithm>
#include <thread>

namespace simcuda {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long a thread may wait for something unseen before the others go on without it, and how
/// much it may compute. The latter is processor time: a busy machine changes nothing.
constexpr milliseconds longest_wait{50};
constexpr milliseconds longest_work{2000};
constexpr milliseconds look_again_after{5};

}  // namespace

bool turns::may_run(const host_thread& t) {
    return t.state == taking_part::ready ||
           (t.state == taking_part::blocked && t.deadline.has_value());
}

nanoseconds turns::time_of(const host_thread& t) {
    return t.state == taking_part::blocked ? std::max(t.now, *t.deadline) : t.now;
}

/// Who only lets the device run comes after those of the same time who may give it work.
bool turns::is_before(const host_thread& a, const host_thread& b) {
    if (time_of(a) != time_of(b))
        return time_of(a) < time_of(b);
    if (a.only_lets_device_run != b.only_lets_device_run)
        return b.only_lets_device_run;
    return a.number < b.number;
}

bool turns::another_is_before(const host_thread& me) const {
    return std::any_of(threads_.begin(), threads_.end(), [&](const host_thread& t) {
        return &t != &me && may_run(t) && is_before(t, me);
    });
}

bool turns::is_next(const host_thread& me) const {
    if (!taken_)
        return true;
    const own_business mine;
    const lock held(mutex_);
    return running_ == &me && !another_is_before(me);
}

void turns::take(host_thread& me) {
    if (!taken_)
        return;
    const own_business mine;
    lock held(mutex_);
    if (running_ == &me && !another_is_before(me))
        return;
    give_up(me, taking_part::ready);
    wait_for_turn(me, held);
}

nanoseconds turns::horizon(const host_thread& me) const {
    nanoseconds earliest = nanoseconds::max();
    if (!taken_)
        return earliest;
    const own_business mine;
    const lock held(mutex_);
    for (const host_thread& t : threads_) {
        if (&t != &me && may_run(t) && !t.only_lets_device_run)
            earliest = std::min(earliest, time_of(t));
    }
    return earliest;
}

void turns::let_others_go_first(host_thread& me, nanoseconds until) {
    const own_business mine;
    lock held(mutex_);
    me.only_lets_device_run = until > me.now;
    me.now = std::max(me.now, until);
    give_up(me, taking_part::ready);
    wait_for_turn(me, held);
    me.only_lets_device_run = false;
}

void turns::device_is_done(host_thread& me, nanoseconds when) {
    const own_business mine;
    const lock held(mutex_);
    if (!me.only_lets_device_run)
        return;
    me.only_lets_device_run = false;
    me.now = std::max(me.now, when);
}

void turns::skip_ahead(host_thread& me) {
    const own_business mine;
    lock held(mutex_);
    const host_thread* next = nullptr;
    for (const host_thread& t : threads_) {
        if (&t != &me && may_run(t) && (next == nullptr || is_before(t, *next)))
            next = &t;
    }
    if (next != nullptr) {
        me.now = std::max(me.now, time_of(*next) + nanoseconds{1});
        give_up(me, taking_part::ready);
    } else {
        give_up(me, taking_part::away);
        held.unlock();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        held.lock();
        me.state = taking_part::ready;
    }
    wait_for_turn(me, held);
}

woken turns::block(host_thread& me, const void* on, std::optional<nanoseconds> deadline) {
    const own_business mine;
    lock held(mutex_);
    me.waits_for = on;
    me.deadline = deadline;
    me.why = woken::by_another;
    me.blocked_as = ++arrivals_;
    give_up(me, taking_part::blocked);
    tell_stuck(me);
    wait_for_turn(me, held);
    return me.why;
}

void turns::wake(host_thread& t, nanoseconds at) {
    t.now = std::max(t.now, at);
    t.why = woken::by_another;
    t.state = taking_part::ready;
}

void turns::wake_all(const void* on, nanoseconds at) {
    const own_business mine;
    const lock held(mutex_);
    for (host_thread& t : threads_) {
        if (t.state == taking_part::blocked && t.waits_for == on)
            wake(t, at);
    }
    hand_on();
}

void turns::wake_first(const void* on, nanoseconds at) {
    const own_business mine;
    const lock held(mutex_);
    host_thread* first = nullptr;
    for (host_thread& t : threads_) {
        if (t.state == taking_part::blocked && t.waits_for == on &&
            (first == nullptr || t.blocked_as < first->blocked_as)) {
            first = &t;
        }
    }
    if (first != nullptr)
        wake(*first, at);
    hand_on();
}

bool turns::is_stuck(const host_thread& t) const {
    const own_business mine;
    const lock held(mutex_);
    return t.state == taking_part::blocked || t.state == taking_part::away;
}

bool turns::has_ended(const host_thread& t) const {
    const own_business mine;
    const lock held(mutex_);
    return t.state == taking_part::ended;
}

void turns::leave(host_thread& me) {
    const own_business mine;
    const lock held(mutex_);
    give_up(me, taking_part::away);
    tell_stuck(me);
    hand_on();
}

void turns::give_up(host_thread& me, taking_part state) {
    me.state = state;
    if (running_ == &me)
        running_ = nullptr;
}

void turns::run(host_thread& t) {
    if (t.state == taking_part::blocked) {
        t.now = time_of(t);
        t.why = woken::by_deadline;
    }
    t.state = taking_part::running;
    t.work_before = t.watch.work_done();
    t.asleep_since.reset();
    t.is_waking = true;
    running_ = &t;
    t.turn.notify_one();
}

/// Chooses the next thread, unless one is running.
void turns::hand_on() {
    if (running_ != nullptr)
        return;
    host_thread* next = nullptr;
    for (host_thread& t : threads_) {
        if (may_run(t) && (next == nullptr || is_before(t, *next)))
            next = &t;
    }
    if (next == nullptr)
        return;
    idle_since_.reset();
    run(*next);
}

void turns::wait_for_turn(host_thread& me, lock& held) {
    hand_on();
    while (running_ != &me) {
        if (me.turn.wait_for(held, look_again_after) == std::cv_status::timeout)
            look_around();
    }
    me.is_waking = false;
}

void turns::look_around() {
    if (running_ != nullptr)
        return look_after_runner();
    // All are blocked. What they wait for may happen unseen.
    const auto now = steady_clock::now();
    if (!idle_since_)
        idle_since_ = now;
    if (now - *idle_since_ < longest_wait)
        return;
    idle_since_.reset();
    for (host_thread& t : threads_) {
        if (t.state != taking_part::blocked)
            continue;
        t.state = taking_part::ready;
        t.why = woken::by_patience;
    }
    hand_on();
}

void turns::look_after_runner() {
    host_thread& t = *running_;
    if (!t.watch.has_begun() || t.in_call || t.is_waking)
        return;
    const auto now = steady_clock::now();
    if (!t.watch.sleeps()) {
        t.asleep_since.reset();
    } else if (!t.asleep_since) {
        t.asleep_since = now;
    }
    const bool waits = t.asleep_since && now - *t.asleep_since >= longest_wait;
    if (!waits && t.watch.work_done() - t.work_before < longest_work)
        return;
    give_up(t, taking_part::away);
    tell_stuck(t);
    hand_on();
}

void turns::tell_stuck(const host_thread& stuck) {
    if (stuck.tell_when_stuck == nullptr)
        return;
    for (host_thread& t : threads_) {
        if (t.state == taking_part::blocked && t.waits_for == stuck.tell_when_stuck)
            wake(t, t.now);
    }
}

}  // namespace simcuda
