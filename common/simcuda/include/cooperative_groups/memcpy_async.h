#pragma once

#include "cooperative_groups.h"

// Copies by a group. Here they run at once, each thread moving its part; a program must still wait
// before it reads what other threads have copied.

namespace cooperative_groups {

namespace detail {

template <class Group, class T>
SIMCUDA_GROUP void copy(const Group& group, T* to, const T* from, size_t count) {
    for (size_t i = static_cast<size_t>(group.thread_rank()); i < count;
         i += static_cast<size_t>(group.size()))
        to[i] = from[i];
}

}  // namespace detail

/// `bytes` is a whole number of elements.
template <class Group, class T>
SIMCUDA_GROUP void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
    detail::copy(group, to, from, bytes / sizeof(T));
}
template <class Group>
SIMCUDA_GROUP void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
    detail::copy(group, static_cast<char*>(to), static_cast<const char*>(from), bytes);
}
/// As many elements as both sides have.
template <class Group, class T>
SIMCUDA_GROUP void memcpy_async(const Group& group, T* to, size_t to_count, const T* from,
                                size_t from_count) {
    detail::copy(group, to, from, to_count < from_count ? to_count : from_count);
}

template <class Group>
SIMCUDA_GROUP void wait(const Group& group) {
    group.sync();
}
/// All but the newest `Stages` copies: here none is left in any case.
template <unsigned int Stages, class Group>
SIMCUDA_GROUP void wait_prior(const Group& group) {
    group.sync();
}

}  // namespace cooperative_groups
