// Stands in front of the C library's semaphores, barriers and pthread_once.

#include <semaphore.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "common/simcuda/runtime/interposed.hpp"

using namespace simcuda;

namespace {

SIMCUDA_NEXT(pthread_barrier_init);
SIMCUDA_NEXT(pthread_barrier_wait);
SIMCUDA_NEXT(pthread_once);
SIMCUDA_NEXT(sem_wait);
SIMCUDA_NEXT(sem_trywait);
SIMCUDA_NEXT(sem_timedwait);
SIMCUDA_NEXT(sem_clockwait);
SIMCUDA_NEXT(sem_post);

/// 0 or an error's number, as the other functions have it.
int try_semaphore(sem_t* s) {
    return next_sem_trywait(s) == 0 ? 0 : errno == EAGAIN ? EBUSY : errno;
}

int wait_for_semaphore(sem_t* s, deadline last = {}) {
    const int error = take_lock(
        s, [s] { return try_semaphore(s); }, [s] { return next_sem_wait(s) == 0 ? 0 : errno; },
        last);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

/// Barriers and running pthread_once functions. Its own lock is no edge of the program.
class meeting_rooms {
public:
    static meeting_rooms& instance() {
        static auto* rooms = new meeting_rooms;  // threads may outlive everything
        return *rooms;
    }

    void make(const pthread_barrier_t* b, unsigned wanted) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        barriers_[b] = {wanted, 0, 0};
    }
    [[nodiscard]] bool knows(const pthread_barrier_t* b) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        return barriers_.contains(b);
    }
    /// Is this thread the last one?
    [[nodiscard]] bool arrive(const pthread_barrier_t* b) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        room& r = barriers_[b];
        if (++r.arrived < r.wanted)
            return false;
        r.arrived = 0;
        ++r.rounds;
        return true;
    }
    [[nodiscard]] std::uint64_t rounds(const pthread_barrier_t* b) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        return barriers_[b].rounds;
    }

    [[nodiscard]] bool begin(const pthread_once_t* o) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        return running_.insert(o).second;
    }
    void end(const pthread_once_t* o) {
        const own_business mine;
        const std::lock_guard held(mutex_);
        running_.erase(o);
    }

private:
    struct room {
        unsigned wanted = 0, arrived = 0;
        std::uint64_t rounds = 0;
    };
    std::mutex mutex_;
    std::map<const pthread_barrier_t*, room> barriers_;
    std::set<const pthread_once_t*> running_;
};

/// The function may throw, and is then called again by another thread.
class running_once {
public:
    explicit running_once(const pthread_once_t* o) : control_(o) {
        while (!meeting_rooms::instance().begin(control_))
            wait_at(control_);
        take_from(control_);
    }
    ~running_once() {
        leave_at(control_);
        meeting_rooms::instance().end(control_);
        wake_all_at(control_);
    }
    running_once(const running_once&) = delete;
    running_once& operator=(const running_once&) = delete;

private:
    const pthread_once_t* control_;
};

}  // namespace

extern "C" {

int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* attributes,
                         unsigned wanted) noexcept {
    const int result = next_pthread_barrier_init(b, attributes, wanted);
    if (result == 0)
        meeting_rooms::instance().make(b, wanted);
    return result;
}

int pthread_barrier_wait(pthread_barrier_t* b) noexcept {
    meeting_rooms& rooms = meeting_rooms::instance();
    if (!threads_are_seen() || !rooms.knows(b))
        return next_pthread_barrier_wait(b);
    meet(cost_of_meeting);
    leave_at(b);
    const std::uint64_t round = rooms.rounds(b);
    const bool is_last = rooms.arrive(b);
    if (is_last)
        wake_all_at(b);
    while (!is_last && rooms.rounds(b) == round)
        wait_at(b);
    take_from(b);
    return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int pthread_once(pthread_once_t* o, void (*function)()) {
    if (!threads_are_seen())
        return next_pthread_once(o, function);
    meet(cost_of_meeting);
    const running_once running(o);
    return next_pthread_once(o, function);
}

int sem_wait(sem_t* s) {
    if (!threads_are_seen())
        return next_sem_wait(s);
    meet(cost_of_meeting);
    return wait_for_semaphore(s);
}

int sem_trywait(sem_t* s) noexcept {
    if (!threads_are_seen())
        return next_sem_trywait(s);
    meet(cost_of_meeting);
    const int result = next_sem_trywait(s);
    if (result == 0)
        take_from(s);
    return result;
}

int sem_timedwait(sem_t* s, const timespec* t) {
    if (!threads_are_seen())
        return next_sem_timedwait(s, t);
    meet(cost_of_meeting);
    return wait_for_semaphore(s, until(CLOCK_REALTIME, t));
}

int sem_clockwait(sem_t* s, clockid_t clock, const timespec* t) {
    if (!threads_are_seen())
        return next_sem_clockwait(s, clock, t);
    meet(cost_of_meeting);
    return wait_for_semaphore(s, until(clock, t));
}

int sem_post(sem_t* s) noexcept {
    if (!threads_are_seen())
        return next_sem_post(s);
    return release_lock(s, [s] { return next_sem_post(s); });
}

}  // extern "C"
