#pragma once

#include "simcuda/conversions.hpp"
#include "simcuda/device.hpp"

// Functions in which the threads of a warp meet: shuffles, votes, matches, reductions. The rules
// are the runtime's; see `meet`.

namespace simcuda {

template <size_t Size>
struct word_of {};
template <>
struct word_of<1> {
    using type = unsigned char;
};
template <>
struct word_of<2> {
    using type = unsigned short;
};
template <>
struct word_of<4> {
    using type = unsigned int;
};
template <>
struct word_of<8> {
    using type = unsigned long long;
};
template <class T>
using bits_of = typename word_of<sizeof(T)>::type;

/// `meet` with a value of up to eight bytes of any type.
template <class T>
SIMCUDA_WRAPPER __device__ T exchange(meeting how, unsigned int mask, T value, int operand,
                                      int width) {
    return same_bits<T>(
        static_cast<bits_of<T>>(meet(how, mask, same_bits<bits_of<T>>(value), operand, width)));
}

}  // namespace simcuda

#define SIMCUDA_SHUFFLE(type)                                                                      \
    SIMCUDA_WRAPPER __device__ type __shfl_sync(unsigned int mask, type var, int srcLane,          \
                                                int width = 32) {                                  \
        return simcuda::exchange(simcuda::meeting::shuffle, mask, var, srcLane, width);            \
    }                                                                                              \
    SIMCUDA_WRAPPER __device__ type __shfl_up_sync(unsigned int mask, type var,                    \
                                                   unsigned int delta, int width = 32) {           \
        return simcuda::exchange(simcuda::meeting::shuffle_up, mask, var, static_cast<int>(delta), \
                                 width);                                                           \
    }                                                                                              \
    SIMCUDA_WRAPPER __device__ type __shfl_down_sync(unsigned int mask, type var,                  \
                                                     unsigned int delta, int width = 32) {         \
        return simcuda::exchange(simcuda::meeting::shuffle_down, mask, var,                        \
                                 static_cast<int>(delta), width);                                  \
    }                                                                                              \
    SIMCUDA_WRAPPER __device__ type __shfl_xor_sync(unsigned int mask, type var, int laneMask,     \
                                                    int width = 32) {                              \
        return simcuda::exchange(simcuda::meeting::shuffle_xor, mask, var, laneMask, width);       \
    }
#define SIMCUDA_MATCH(type)                                                                   \
    SIMCUDA_WRAPPER __device__ unsigned int __match_any_sync(unsigned int mask, type value) { \
        return static_cast<unsigned int>(                                                     \
            simcuda::meet(simcuda::meeting::match_any, mask,                                  \
                          simcuda::same_bits<simcuda::bits_of<type>>(value)));                \
    }                                                                                         \
    SIMCUDA_WRAPPER __device__ unsigned int __match_all_sync(unsigned int mask, type value,   \
                                                             int* pred) {                     \
        const auto same = static_cast<unsigned int>(                                          \
            simcuda::meet(simcuda::meeting::match_all, mask,                                  \
                          simcuda::same_bits<simcuda::bits_of<type>>(value)));                \
        *pred = same != 0;                                                                    \
        return same;                                                                          \
    }
#define SIMCUDA_FOR_WORDS(declare)                                                             \
    declare(int) declare(unsigned int) declare(long) declare(unsigned long) declare(long long) \
        declare(unsigned long long) declare(float) declare(double)

SIMCUDA_FOR_WORDS(SIMCUDA_SHUFFLE)
SIMCUDA_FOR_WORDS(SIMCUDA_MATCH)
#undef SIMCUDA_SHUFFLE
#undef SIMCUDA_MATCH
#undef SIMCUDA_FOR_WORDS

#define SIMCUDA_REDUCE(name, how, type)                                                    \
    SIMCUDA_WRAPPER __device__ type name(unsigned int mask, type value) {                  \
        return static_cast<type>(                                                          \
            simcuda::meet(simcuda::meeting::how, mask, static_cast<unsigned int>(value))); \
    }
SIMCUDA_REDUCE(__reduce_add_sync, reduce_add, int)
SIMCUDA_REDUCE(__reduce_add_sync, reduce_add, unsigned int)
SIMCUDA_REDUCE(__reduce_min_sync, reduce_min_signed, int)
SIMCUDA_REDUCE(__reduce_min_sync, reduce_min, unsigned int)
SIMCUDA_REDUCE(__reduce_max_sync, reduce_max_signed, int)
SIMCUDA_REDUCE(__reduce_max_sync, reduce_max, unsigned int)
SIMCUDA_REDUCE(__reduce_and_sync, reduce_and, unsigned int)
SIMCUDA_REDUCE(__reduce_or_sync, reduce_or, unsigned int)
SIMCUDA_REDUCE(__reduce_xor_sync, reduce_xor, unsigned int)
#undef SIMCUDA_REDUCE

SIMCUDA_WRAPPER __device__ int __any_sync(unsigned int mask, int predicate) {
    return static_cast<int>(simcuda::meet(simcuda::meeting::any, mask, predicate != 0));
}
SIMCUDA_WRAPPER __device__ int __all_sync(unsigned int mask, int predicate) {
    return static_cast<int>(simcuda::meet(simcuda::meeting::all, mask, predicate != 0));
}
SIMCUDA_WRAPPER __device__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return static_cast<unsigned int>(simcuda::meet(simcuda::meeting::ballot, mask, predicate != 0));
}
SIMCUDA_WRAPPER __device__ void __syncwarp(unsigned int mask = 0xffffffff) {
    simcuda::meet(simcuda::meeting::warp, mask, 0);
}
/// The lanes of the warp that come to this line together. A device promises no more than that the
/// calling one is among them, so do not take it for the mask of those that should come.
SIMCUDA_WRAPPER __device__ unsigned int __activemask(unsigned int line = __builtin_LINE()) {
    return static_cast<unsigned int>(simcuda::meet(simcuda::meeting::active_mask, line, 0));
}

/// The position of the `offset`-th bit that is set in `mask`, from `base` upwards, or downwards for
/// a negative one; all bits set where there is none.
static __inline__ __device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : 0xffffffff;
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
        if ((mask >> at & 1) != 0 && --left == 0)
            return static_cast<unsigned int>(at);
    }
    return 0xffffffff;
}
