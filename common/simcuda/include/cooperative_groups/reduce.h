#pragma once

#include "cooperative_groups.h"
#include "simcuda/groups/operators.hpp"

namespace cooperative_groups {

namespace detail {

/// Lanes exchange with partners at half the distance each time. All get the same result, even of an
/// operation that rounds, as long as it takes its operands in any order.
template <unsigned int Size, class Parent, class T, class Operator>
SIMCUDA_GROUP T reduced(const thread_block_tile<Size, Parent>& group, T value, Operator& combine) {
    for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
        value = combine(value, group.shfl_xor(value, distance));
    return value;
}
template <class T, class Operator>
SIMCUDA_GROUP T reduced(const coalesced_group& group, T value, Operator& combine) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank)
        result = combine(result, group.shfl(value, static_cast<int>(rank)));
    return result;
}

}  // namespace detail

/// All threads of the group get the result.
template <class Group, class T, class Operator>
SIMCUDA_GROUP T reduce(const Group& group, T value, Operator&& combine) {
    return detail::reduced(group, value, combine);
}

}  // namespace cooperative_groups
