#pragma once

#include <pthread.h>

#include <cerrno>

#include "common/simcuda/runtime/host_edges.hpp"
#include "common/simcuda/runtime/next_function.hpp"
#include "common/simcuda/runtime/virtual_clock.hpp"

/// What the functions have in common that stand in front of the C library's.
namespace simcuda {

using deadline = std::optional<nanoseconds>;

[[nodiscard]] inline deadline until(clockid_t clock, const timespec* t) {
    return virtual_time(clock, *t);
}

/// Takes what can be had at `where` by trying, whenever another thread has let go of something
/// there; `wait_unseen` is the C library's own way, for what nobody sees.
template <class Try, class Wait>
int take_lock(const volatile void* place, Try try_it, Wait wait_unseen, deadline last = {}) {
    const auto* where = const_cast<const void*>(place);
    int result = try_it();
    while (result == EBUSY) {
        const woken why = wait_at(where, last);
        if (why == woken::by_deadline)
            return ETIMEDOUT;
        if (why == woken::by_patience && !last) {
            const out_of_sight unseen;
            result = wait_unseen();
        } else {
            result = try_it();
        }
    }
    if (result == 0)
        take_from(where);
    return result;
}

template <class Release>
int release_lock(const volatile void* place, Release release) {
    const auto* where = const_cast<const void*>(place);
    leave_at(where);
    const int result = release();
    wake_all_at(where);
    return result;
}

}  // namespace simcuda
