#pragma once

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/host_edges.hpp"

/// Atomic operations of the host program (std::atomic): carried out as they are, and never a race.
/// They order the threads that meet there: each store counts as a release and each load as an
/// acquire, since a false alarm is worse than a miss.
namespace simcuda {

template <class T>
T atomic_load(const volatile T* p) {
    const T value = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    if (threads_are_seen()) {
        take_from(const_cast<const T*>(p));
        polled(p, value);
    }
    return value;
}

template <class T>
void atomic_store(volatile T* p, T value) {
    if (!threads_are_seen())
        return __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
    meet(cost_of_meeting);
    const device_lock together(device::instance());  // with what is noted
    leave_at(const_cast<const T*>(p));
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
}

/// An operation that reads and may write `*p`.
template <class T, class Operation>
auto atomic_change(const volatile T* p, encounter how, Operation operation) {
    if (!threads_are_seen())
        return operation();
    meet(cost_of_meeting);
    const T before = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    const auto result = [&] {
        const device_lock together(device::instance());
        take_from(const_cast<const T*>(p), how);
        leave_at(const_cast<const T*>(p));
        return operation();
    }();
    if (__atomic_load_n(p, __ATOMIC_SEQ_CST) == before)
        polled(p, before);  // a lock that another thread holds
    return result;
}

}  // namespace simcuda
