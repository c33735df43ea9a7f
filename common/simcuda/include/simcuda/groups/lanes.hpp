#pragma once

#include "simcuda/groups/block.hpp"

// Groups of lanes of one warp: coalesced_group and thread_block_tile.

namespace simcuda {

template <size_t Size>
struct piece_of {
    using type = typename word_of<Size % 8 == 0 ? 8 : Size % 4 == 0 ? 4 : 1>::type;
};
template <>
struct piece_of<2> {
    using type = unsigned short;
};

/// As `exchange`, for a value of any size.
template <class T>
SIMCUDA_WRAPPER __device__ T exchange_all(meeting how, unsigned int mask, T value, int operand,
                                          int width) {
    static_assert(__is_trivially_copyable(T),
                  "a group exchanges values that can be copied byte for byte");
    using piece = typename piece_of<sizeof(T)>::type;
    struct pieces {
        piece of[sizeof(T) / sizeof(piece)];
    };
    auto all = same_bits<pieces>(value);
    for (piece& each : all.of)
        each = exchange(how, mask, each, operand, width);
    return same_bits<T>(all);
}

}  // namespace simcuda

namespace cooperative_groups {

/// What all groups of lanes do alike.
class lane_group : public thread_group {
public:
    SIMCUDA_GROUP void sync() const { simcuda::meet(simcuda::meeting::warp, lanes_, 0); }
    SIMCUDA_GROUP unsigned int thread_rank() const { return rank_among(lanes_); }
    SIMCUDA_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
    SIMCUDA_GROUP unsigned int meta_group_size() const { return meta_size_; }

    SIMCUDA_GROUP int any(int predicate) const { return __any_sync(lanes_, predicate); }
    SIMCUDA_GROUP int all(int predicate) const { return __all_sync(lanes_, predicate); }
    SIMCUDA_GROUP unsigned int ballot(int predicate) const {
        return ranks_of(__ballot_sync(lanes_, predicate));
    }
    template <class T>
    SIMCUDA_GROUP unsigned int match_any(T value) const {
        return ranks_of(__match_any_sync(lanes_, value));
    }
    template <class T>
    SIMCUDA_GROUP unsigned int match_all(T value, int& predicate) const {
        return ranks_of(__match_all_sync(lanes_, value, &predicate));
    }

protected:
    friend struct group_maker;
    SIMCUDA_GROUP lane_group(unsigned int lanes, unsigned int meta_rank, unsigned int meta_size)
        : thread_group(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

    /// Lanes of the warp as ranks in the group.
    SIMCUDA_GROUP unsigned int ranks_of(unsigned int lanes) const {
        unsigned int ranks = 0;
        unsigned int rank = 0;
        for (unsigned int left = lanes_; left != 0; left &= left - 1)
            ranks |= (lanes >> (__ffs(static_cast<int>(left)) - 1) & 1) << rank++;
        return ranks;
    }
    /// The lane of the warp that has a rank in the group; the caller's where there is none.
    SIMCUDA_GROUP int lane_of(long long rank) const {
        const long long size = __popc(lanes_);
        return rank < 0 || rank >= size
                   ? static_cast<int>(simcuda::lane())
                   : static_cast<int>(__fns(lanes_, 0, static_cast<int>(rank) + 1));
    }

    unsigned int meta_rank_, meta_size_;
};

/// Some lanes of a warp, in the order of their numbers.
class coalesced_group : public lane_group {
public:
    SIMCUDA_GROUP unsigned int size() const { return static_cast<unsigned int>(__popc(lanes_)); }
    SIMCUDA_GROUP unsigned int num_threads() const { return size(); }

    template <class T>
    SIMCUDA_GROUP T shfl(T value, int rank) const {
        return from_lane(value, lane_of(rank));
    }
    template <class T>
    SIMCUDA_GROUP T shfl_up(T value, unsigned int delta) const {
        return from_lane(value, lane_of(static_cast<long long>(thread_rank()) - delta));
    }
    template <class T>
    SIMCUDA_GROUP T shfl_down(T value, unsigned int delta) const {
        return from_lane(value, lane_of(static_cast<long long>(thread_rank()) + delta));
    }

private:
    friend struct group_maker;
    using lane_group::lane_group;
    template <class T>
    SIMCUDA_GROUP T from_lane(T value, int lane) const {
        return simcuda::exchange_all(simcuda::meeting::shuffle, lanes_, value, lane, 32);
    }
};

/// `Size` neighbouring lanes. `Parent` is the group that was divided.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public lane_group {
    static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32,
                  "the simulated device has tiles of 1, 2, 4, 8, 16 or 32 threads; for more, use "
                  "shared memory and the block's sync()");

public:
    /// A tile is one whatever it was made from.
    template <class OtherParent>
    SIMCUDA_GROUP thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
        : lane_group(other) {}

    static SIMCUDA_GROUP constexpr unsigned int size() { return Size; }
    static SIMCUDA_GROUP constexpr unsigned int num_threads() { return Size; }

    template <class T>
    SIMCUDA_GROUP T shfl(T value, int rank) const {
        return exchanged(simcuda::meeting::shuffle, value, rank);
    }
    template <class T>
    SIMCUDA_GROUP T shfl_up(T value, unsigned int delta) const {
        return exchanged(simcuda::meeting::shuffle_up, value, static_cast<int>(delta));
    }
    template <class T>
    SIMCUDA_GROUP T shfl_down(T value, unsigned int delta) const {
        return exchanged(simcuda::meeting::shuffle_down, value, static_cast<int>(delta));
    }
    template <class T>
    SIMCUDA_GROUP T shfl_xor(T value, unsigned int mask) const {
        return exchanged(simcuda::meeting::shuffle_xor, value, static_cast<int>(mask));
    }

private:
    friend struct group_maker;
    using lane_group::lane_group;
    template <class T>
    SIMCUDA_GROUP T exchanged(simcuda::meeting how, T value, int operand) const {
        return simcuda::exchange_all(how, lanes_, value, operand, static_cast<int>(Size));
    }
};

/// Makes groups of lanes and looks into them; for the functions that divide groups.
struct group_maker {
    static SIMCUDA_GROUP coalesced_group of(unsigned int lanes, unsigned int meta_rank = 0,
                                            unsigned int meta_size = 1) {
        return {lanes, meta_rank, meta_size};
    }
    template <unsigned int Size, class Parent>
    static SIMCUDA_GROUP thread_block_tile<Size, Parent> tile(unsigned int rank_in_parent,
                                                              unsigned int parent_size) {
        const unsigned int first = simcuda::lane() & ~(Size - 1);
        return {(0xffffffff >> (32 - Size)) << first, rank_in_parent / Size,
                (parent_size + Size - 1) / Size};
    }
    static SIMCUDA_GROUP thread_group of_any_kind(unsigned int lanes) {
        return thread_group(lanes);
    }
    /// The lanes of the calling thread's warp that are in the group.
    static SIMCUDA_GROUP unsigned int lanes(const thread_group& group) {
        if (group.lanes_ != thread_group::whole_block)
            return group.lanes_;
        const unsigned int rank = thread_block::thread_rank();
        const unsigned int here = thread_block::size() - (rank - rank % 32);
        return 0xffffffff >> (here < 32 ? 32 - here : 0);
    }
};

}  // namespace cooperative_groups
