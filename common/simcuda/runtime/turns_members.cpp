// Which threads take turns: their coming and going.

#include <algorithm>

#include "common/simcuda/runtime/turns.hpp"

namespace simcuda {
namespace {

constinit thread_local host_thread* own = nullptr;

}  // namespace

turns::turns() {
    const own_business mine;
    own = &threads_.emplace_back(created_);
    run(*own);
    own->watch.begin();
}

host_thread& turns::mine() {
    if (own == nullptr) {
        own = &add(nanoseconds{0});
        const own_business mine;
        const lock held(mutex_);
        own->watch.begin();
        own->state = taking_part::away;
    }
    return *own;
}

host_thread& turns::add(nanoseconds now, handling how) {
    const own_business mine;
    const lock held(mutex_);
    taken_ = true;
    host_thread& t = threads_.emplace_back(++created_);
    t.now = now;
    t.handled = how;
    return t;
}

void turns::name(host_thread& t, pthread_t handle) {
    const own_business mine;
    const lock held(mutex_);
    t.handle = handle;
}

host_thread* turns::named(pthread_t handle) {
    const auto it = std::find_if(threads_.begin(), threads_.end(), [&](const host_thread& t) {
        return t.handled == handling::joinable && t.handle && pthread_equal(*t.handle, handle) != 0;
    });
    return it == threads_.end() ? nullptr : &*it;
}

host_thread* turns::find(pthread_t handle) {
    const own_business mine;
    const lock held(mutex_);
    return named(handle);
}

void turns::detach(pthread_t handle) {
    const own_business mine;
    const lock held(mutex_);
    host_thread* t = named(handle);
    if (t == nullptr)
        return;
    t->handled = handling::detached;
    if (t->state == taking_part::ended)
        erase(*t);
}

void turns::erase(const host_thread& t) {
    threads_.remove_if([&](const host_thread& other) { return &other == &t; });
}

void turns::begin(host_thread& me) {
    const own_business mine;
    lock held(mutex_);
    own = &me;
    me.watch.begin();
    wait_for_turn(me, held);
}

void turns::end(host_thread& me) {
    const own_business mine;
    const lock held(mutex_);
    give_up(me, taking_part::ended);
    for (host_thread& t : threads_) {
        if (t.state == taking_part::blocked && t.waits_for == &me)
            wake(t, me.now);
    }
    hand_on();
    own = nullptr;
    if (me.handled == handling::detached)
        erase(me);
}

void turns::forget(host_thread& t) {
    const own_business mine;
    const lock held(mutex_);
    erase(t);
}

void turns::restart() {
    const own_business mine;
    const lock held(mutex_);
    for (host_thread& t : threads_) {
        t.now = nanoseconds{0};
        t.has_waited = false;
    }
}

}  // namespace simcuda
