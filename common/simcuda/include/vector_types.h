#pragma once

#include "host_defines.h"

// CUDA's vector types and dim3. Alignments are the device's: 2- and 4-vectors can be moved in one
// instruction there, so they are aligned to their size, up to 16 bytes.

#define SIMCUDA_VECTORS(name, element, align2, align4) \
    struct name##1 {                                   \
        element x;                                     \
    };                                                 \
    struct __align__(align2) name##2 {                 \
        element x, y;                                  \
    };                                                 \
    struct name##3 {                                   \
        element x, y, z;                               \
    };                                                 \
    struct __align__(align4) name##4 {                 \
        element x, y, z, w;                            \
    };
// CUDA 13 names the alignment of wide 4-vectors; the plain name is the 16-byte one.
#define SIMCUDA_WIDE_VECTORS(name, element) \
    struct __align__(16) name##4_16a {      \
        element x, y, z, w;                 \
    };                                      \
    struct __align__(32) name##4_32a {      \
        element x, y, z, w;                 \
    };

SIMCUDA_VECTORS(char, signed char, 2, 4)
SIMCUDA_VECTORS(uchar, unsigned char, 2, 4)
SIMCUDA_VECTORS(short, short, 4, 8)
SIMCUDA_VECTORS(ushort, unsigned short, 4, 8)
SIMCUDA_VECTORS(int, int, 8, 16)
SIMCUDA_VECTORS(uint, unsigned int, 8, 16)
SIMCUDA_VECTORS(long, long, 2 * sizeof(long), 16)
SIMCUDA_VECTORS(ulong, unsigned long, 2 * sizeof(long), 16)
SIMCUDA_VECTORS(longlong, long long, 16, 16)
SIMCUDA_VECTORS(ulonglong, unsigned long long, 16, 16)
SIMCUDA_VECTORS(float, float, 8, 16)
SIMCUDA_VECTORS(double, double, 16, 16)

SIMCUDA_WIDE_VECTORS(long, long)
SIMCUDA_WIDE_VECTORS(ulong, unsigned long)
SIMCUDA_WIDE_VECTORS(longlong, long long)
SIMCUDA_WIDE_VECTORS(ulonglong, unsigned long long)
SIMCUDA_WIDE_VECTORS(double, double)

#undef SIMCUDA_VECTORS
#undef SIMCUDA_WIDE_VECTORS

/// Extent of a grid in blocks, or of a block in threads. What is not given is 1.
struct dim3 {
    unsigned int x, y, z;

    __host__ __device__ constexpr dim3(unsigned int x_extent = 1, unsigned int y_extent = 1,
                                       unsigned int z_extent = 1)
        : x(x_extent), y(y_extent), z(z_extent) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
