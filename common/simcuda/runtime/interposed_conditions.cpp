// Stands in front of the C library's condition variables. Their waiting threads are known here
// alone; the C library only hears of signals, for those that nobody sees.

#include "common/simcuda/runtime/interposed.hpp"

using namespace simcuda;

namespace {

SIMCUDA_NEXT(pthread_cond_wait);
SIMCUDA_NEXT(pthread_cond_timedwait);
SIMCUDA_NEXT(pthread_cond_clockwait);
SIMCUDA_NEXT(pthread_cond_signal);
SIMCUDA_NEXT(pthread_cond_broadcast);

int wait_for_condition(pthread_cond_t* c, pthread_mutex_t* m, deadline last = {}) {
    meet(cost_of_meeting);
    pthread_mutex_unlock(m);
    woken why = wait_at(c, last);
    while (why == woken::by_patience)
        why = wait_at(c, last);  // no thread is told without being seen
    const int error = pthread_mutex_lock(m);
    take_from(c);
    return error != 0 ? error : why == woken::by_deadline ? ETIMEDOUT : 0;
}

}  // namespace

extern "C" {

int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
    return threads_are_seen() ? wait_for_condition(c, m) : next_pthread_cond_wait(c, m);
}

int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* t) {
    if (!threads_are_seen())
        return next_pthread_cond_timedwait(c, m, t);
    return wait_for_condition(c, m, until(CLOCK_REALTIME, t));
}

int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                           const timespec* t) {
    if (!threads_are_seen())
        return next_pthread_cond_clockwait(c, m, clock, t);
    return wait_for_condition(c, m, until(clock, t));
}

int pthread_cond_signal(pthread_cond_t* c) noexcept {
    if (threads_are_seen()) {
        leave_at(c);
        wake_first_at(c);
    }
    return next_pthread_cond_signal(c);
}

int pthread_cond_broadcast(pthread_cond_t* c) noexcept {
    if (threads_are_seen()) {
        leave_at(c);
        wake_all_at(c);
    }
    return next_pthread_cond_broadcast(c);
}

}  // extern "C"
