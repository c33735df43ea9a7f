#pragma once

#include "simcuda/groups/lanes.hpp"

// Dividing groups.

namespace cooperative_groups {

template <unsigned int Size>
SIMCUDA_GROUP thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
    return group_maker::tile<Size, thread_block>(thread_block::thread_rank(), thread_block::size());
}
template <unsigned int Size, unsigned int ParentSize, class Grandparent>
SIMCUDA_GROUP thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>& parent) {
    static_assert(Size <= ParentSize, "a part is no larger than the whole");
    return group_maker::tile<Size, thread_block_tile<ParentSize, Grandparent>>(parent.thread_rank(),
                                                                               ParentSize);
}
SIMCUDA_GROUP thread_block_tile<1> this_thread() {
    return group_maker::tile<1, void>(0, 1);
}

/// `size` threads that follow one another in `parent`: 1, 2, 4, 8, 16 or 32.
SIMCUDA_GROUP thread_group tiled_partition(const thread_group& parent, unsigned int size) {
    const unsigned int all = group_maker::lanes(parent);
    const int rank = __popc(all & ((1u << simcuda::lane()) - 1));
    const int first = rank - rank % static_cast<int>(size);
    unsigned int lanes = 0;
    int at = 0;
    for (unsigned int left = all; left != 0; left &= left - 1, ++at) {
        if (at >= first && at < first + static_cast<int>(size))
            lanes |= left & (0u - left);
    }
    return group_maker::of_any_kind(lanes);
}

/// The threads of the warp that come to this line together. A device promises no more than that
/// the calling one is among them.
SIMCUDA_GROUP coalesced_group coalesced_threads(unsigned int line = __builtin_LINE()) {
    return group_maker::of(__activemask(line));
}

/// The part of `group` that has the same label as the caller; the part with the lowest lane is the
/// first.
template <class Label>
SIMCUDA_GROUP coalesced_group labeled_partition(const lane_group& group, Label label) {
    const unsigned int all = group_maker::lanes(group);
    const unsigned int mine = __match_any_sync(all, (unsigned long long)label);
    const unsigned int first = mine & (0u - mine);
    const unsigned int firsts = __ballot_sync(all, 1u << simcuda::lane() == first);
    return group_maker::of(mine, static_cast<unsigned int>(__popc(firsts & (first - 1))),
                           static_cast<unsigned int>(__popc(firsts)));
}
/// The part of `group` that has the same predicate as the caller; those without come first.
SIMCUDA_GROUP coalesced_group binary_partition(const lane_group& group, bool predicate) {
    const unsigned int all = group_maker::lanes(group);
    const unsigned int with = __ballot_sync(all, predicate);
    if (with == 0 || with == all)
        return group_maker::of(all);
    return group_maker::of(predicate ? with : all & ~with, predicate, 2);
}

/// One thread of the group calls `function`.
template <class Group, class Function, class... Arguments>
SIMCUDA_GROUP void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0)
        function(static_cast<Arguments&&>(arguments)...);
}

}  // namespace cooperative_groups
