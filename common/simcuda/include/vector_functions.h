#pragma once

#include "vector_types.h"

// make_int4(x, y, z, w) and its family.

#define SIMCUDA_MAKE(name, element)                                                         \
    static __inline__ __host__ __device__ name##1 make_##name##1(element x) { return {x}; } \
    static __inline__ __host__ __device__ name##2 make_##name##2(element x, element y) {    \
        return {x, y};                                                                      \
    }                                                                                       \
    static __inline__ __host__ __device__ name##3 make_##name##3(element x, element y,      \
                                                                 element z) {               \
        return {x, y, z};                                                                   \
    }                                                                                       \
    SIMCUDA_MAKE4(name##4, element)
#define SIMCUDA_MAKE4(type, element)                                                        \
    static __inline__ __host__ __device__ type make_##type(element x, element y, element z, \
                                                           element w) {                     \
        return {x, y, z, w};                                                                \
    }

SIMCUDA_MAKE(char, signed char)
SIMCUDA_MAKE(uchar, unsigned char)
SIMCUDA_MAKE(short, short)
SIMCUDA_MAKE(ushort, unsigned short)
SIMCUDA_MAKE(int, int)
SIMCUDA_MAKE(uint, unsigned int)
SIMCUDA_MAKE(long, long)
SIMCUDA_MAKE(ulong, unsigned long)
SIMCUDA_MAKE(longlong, long long)
SIMCUDA_MAKE(ulonglong, unsigned long long)
SIMCUDA_MAKE(float, float)
SIMCUDA_MAKE(double, double)

SIMCUDA_MAKE4(long4_16a, long)
SIMCUDA_MAKE4(long4_32a, long)
SIMCUDA_MAKE4(ulong4_16a, unsigned long)
SIMCUDA_MAKE4(ulong4_32a, unsigned long)
SIMCUDA_MAKE4(longlong4_16a, long long)
SIMCUDA_MAKE4(longlong4_32a, long long)
SIMCUDA_MAKE4(ulonglong4_16a, unsigned long long)
SIMCUDA_MAKE4(ulonglong4_32a, unsigned long long)
SIMCUDA_MAKE4(double4_16a, double)
SIMCUDA_MAKE4(double4_32a, double)

#undef SIMCUDA_MAKE
#undef SIMCUDA_MAKE4
