#pragma once

#include "cooperative_groups.h"
#include "simcuda/groups/operators.hpp"

namespace cooperative_groups {

/// The values of the caller and of all with a lower rank, combined.
template <class Group, class T, class Operator>
SIMCUDA_GROUP T inclusive_scan(const Group& group, T value, Operator&& combine) {
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance)
            value = combine(before, value);
    }
    return value;
}
template <class Group, class T>
SIMCUDA_GROUP T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/// The same without the caller's own; a value of zero bits for the first.
template <class Group, class T, class Operator>
SIMCUDA_GROUP T exclusive_scan(const Group& group, T value, Operator&& combine) {
    const T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T>
SIMCUDA_GROUP T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
