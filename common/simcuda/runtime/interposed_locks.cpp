// Stands in front of the C library's locks: where threads of the program wait for each other.

#include "common/simcuda/runtime/interposed.hpp"

using namespace simcuda;

namespace {

SIMCUDA_NEXT(pthread_mutex_lock);
SIMCUDA_NEXT(pthread_mutex_trylock);
SIMCUDA_NEXT(pthread_mutex_timedlock);
SIMCUDA_NEXT(pthread_mutex_clocklock);
SIMCUDA_NEXT(pthread_mutex_unlock);
SIMCUDA_NEXT(pthread_rwlock_rdlock);
SIMCUDA_NEXT(pthread_rwlock_tryrdlock);
SIMCUDA_NEXT(pthread_rwlock_timedrdlock);
SIMCUDA_NEXT(pthread_rwlock_clockrdlock);
SIMCUDA_NEXT(pthread_rwlock_wrlock);
SIMCUDA_NEXT(pthread_rwlock_trywrlock);
SIMCUDA_NEXT(pthread_rwlock_timedwrlock);
SIMCUDA_NEXT(pthread_rwlock_clockwrlock);
SIMCUDA_NEXT(pthread_rwlock_unlock);
SIMCUDA_NEXT(pthread_spin_lock);
SIMCUDA_NEXT(pthread_spin_trylock);
SIMCUDA_NEXT(pthread_spin_unlock);

int lock(pthread_mutex_t* m, deadline last = {}) {
    return take_lock(
        m, [m] { return next_pthread_mutex_trylock(m); },
        [m] { return next_pthread_mutex_lock(m); }, last);
}

int unlock(pthread_mutex_t* m) {
    return release_lock(m, [m] { return next_pthread_mutex_unlock(m); });
}

int lock_to_read(pthread_rwlock_t* l, deadline last = {}) {
    return take_lock(
        l, [l] { return next_pthread_rwlock_tryrdlock(l); },
        [l] { return next_pthread_rwlock_rdlock(l); }, last);
}

int lock_to_write(pthread_rwlock_t* l, deadline last = {}) {
    return take_lock(
        l, [l] { return next_pthread_rwlock_trywrlock(l); },
        [l] { return next_pthread_rwlock_wrlock(l); }, last);
}

}  // namespace

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* m) noexcept {
    if (!threads_are_seen())
        return next_pthread_mutex_lock(m);
    meet(cost_of_meeting);
    return lock(m);
}

int pthread_mutex_trylock(pthread_mutex_t* m) noexcept {
    if (!threads_are_seen())
        return next_pthread_mutex_trylock(m);
    meet(cost_of_meeting);
    const int result = next_pthread_mutex_trylock(m);
    if (result == 0)
        take_from(m);
    return result;
}

int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_mutex_timedlock(m, t);
    meet(cost_of_meeting);
    return lock(m, until(CLOCK_REALTIME, t));
}

int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_mutex_clocklock(m, clock, t);
    meet(cost_of_meeting);
    return lock(m, until(clock, t));
}

int pthread_mutex_unlock(pthread_mutex_t* m) noexcept {
    return threads_are_seen() ? unlock(m) : next_pthread_mutex_unlock(m);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_rdlock(l);
    meet(cost_of_meeting);
    return lock_to_read(l);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_tryrdlock(l);
    meet(cost_of_meeting);
    const int result = next_pthread_rwlock_tryrdlock(l);
    if (result == 0)
        take_from(l);
    return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_timedrdlock(l, t);
    meet(cost_of_meeting);
    return lock_to_read(l, until(CLOCK_REALTIME, t));
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_clockrdlock(l, clock, t);
    meet(cost_of_meeting);
    return lock_to_read(l, until(clock, t));
}

int pthread_rwlock_wrlock(pthread_rwlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_wrlock(l);
    meet(cost_of_meeting);
    return lock_to_write(l);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_trywrlock(l);
    meet(cost_of_meeting);
    const int result = next_pthread_rwlock_trywrlock(l);
    if (result == 0)
        take_from(l);
    return result;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_timedwrlock(l, t);
    meet(cost_of_meeting);
    return lock_to_write(l, until(CLOCK_REALTIME, t));
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock, const timespec* t) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_clockwrlock(l, clock, t);
    meet(cost_of_meeting);
    return lock_to_write(l, until(clock, t));
}

int pthread_rwlock_unlock(pthread_rwlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_rwlock_unlock(l);
    return release_lock(l, [l] { return next_pthread_rwlock_unlock(l); });
}

int pthread_spin_lock(pthread_spinlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_spin_lock(l);
    meet(cost_of_meeting);
    return take_lock(
        l, [l] { return next_pthread_spin_trylock(l); }, [l] { return next_pthread_spin_lock(l); });
}

int pthread_spin_trylock(pthread_spinlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_spin_trylock(l);
    meet(cost_of_meeting);
    const int result = next_pthread_spin_trylock(l);
    if (result == 0)
        take_from(const_cast<const int*>(l));
    return result;
}

int pthread_spin_unlock(pthread_spinlock_t* l) noexcept {
    if (!threads_are_seen())
        return next_pthread_spin_unlock(l);
    return release_lock(l, [l] { return next_pthread_spin_unlock(l); });
}

}  // extern "C"
