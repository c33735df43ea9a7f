#pragma once

#include "host_defines.h"
#include "vector_types.h"

// Products of small integers that stand side by side in a word, added to a sum: four bytes each, or
// two halves by the lower or the upper two bytes.

namespace simcuda {

/// Part `i` of a word cut into parts of type `Part`.
template <class Part>
__device__ int part(unsigned int word, int i) {
    return static_cast<Part>(word >> (8 * static_cast<int>(sizeof(Part)) * i));
}

template <class A, class B>
__device__ unsigned int dot(unsigned int a, unsigned int b, int first_of_b, unsigned int sum) {
    for (int i = 0; i < 4 / static_cast<int>(sizeof(A)); ++i) {
        sum += static_cast<unsigned int>(part<A>(a, i)) *
               static_cast<unsigned int>(part<B>(b, first_of_b + i));
    }
    return sum;
}

template <class Vector>
__device__ unsigned int word_of_vector(Vector v) {
    return __builtin_bit_cast(unsigned int, v);
}

}  // namespace simcuda

#define SIMCUDA_DOT(name, first_of_b, a_part, b_part, a_vector, b_vector, word)     \
    static __inline__ __device__ word name(word a, word b, word c) {                \
        return static_cast<word>(simcuda::dot<a_part, b_part>(                      \
            static_cast<unsigned int>(a), static_cast<unsigned int>(b), first_of_b, \
            static_cast<unsigned int>(c)));                                         \
    }                                                                               \
    static __inline__ __device__ word name(a_vector a, b_vector b, word c) {        \
        return name(static_cast<word>(simcuda::word_of_vector(a)),                  \
                    static_cast<word>(simcuda::word_of_vector(b)), c);              \
    }
SIMCUDA_DOT(__dp4a, 0, signed char, signed char, char4, char4, int)
SIMCUDA_DOT(__dp4a, 0, unsigned char, unsigned char, uchar4, uchar4, unsigned int)
SIMCUDA_DOT(__dp2a_lo, 0, short, signed char, short2, char4, int)
SIMCUDA_DOT(__dp2a_lo, 0, unsigned short, unsigned char, ushort2, uchar4, unsigned int)
SIMCUDA_DOT(__dp2a_hi, 2, short, signed char, short2, char4, int)
SIMCUDA_DOT(__dp2a_hi, 2, unsigned short, unsigned char, ushort2, uchar4, unsigned int)
#undef SIMCUDA_DOT
