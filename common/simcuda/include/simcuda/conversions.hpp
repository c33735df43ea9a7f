#pragma once

#include "host_defines.h"

// Reading a value's bits as another type, and conversions with a stated rounding.

#define SIMCUDA_INTRINSIC static __inline__ __host__ __device__

namespace simcuda {

template <class To, class From>
__host__ __device__ To same_bits(From from) {
    return __builtin_bit_cast(To, from);  // not memcpy, which is instrumented
}

/// What the device converts a floating-point number to that an integer cannot hold: the nearest it
/// can, and 0 for not-a-number. `bound` is 2 to the number of value bits.
template <class Integer, class Real>
__host__ __device__ Integer saturated(Real x, Real bound, Integer lowest, Integer highest) {
    if (x != x)
        return 0;
    if (x >= bound)
        return highest;
    if (x <= static_cast<Real>(lowest))
        return lowest;
    return static_cast<Integer>(x);
}

template <class Real>
__host__ __device__ int to_int(Real x) {
    return saturated<int, Real>(x, 2147483648.0f, -2147483647 - 1, 2147483647);
}
template <class Real>
__host__ __device__ unsigned int to_uint(Real x) {
    return saturated<unsigned int, Real>(x, 4294967296.0f, 0u, 4294967295u);
}
template <class Real>
__host__ __device__ long long to_ll(Real x) {
    return saturated<long long, Real>(x, 9223372036854775808.0f, -9223372036854775807ll - 1,
                                      9223372036854775807ll);
}
template <class Real>
__host__ __device__ unsigned long long to_ull(Real x) {
    return saturated<unsigned long long, Real>(x, 18446744073709551616.0f, 0ull,
                                               18446744073709551615ull);
}

}  // namespace simcuda

SIMCUDA_INTRINSIC int __float_as_int(float x) {
    return simcuda::same_bits<int>(x);
}
SIMCUDA_INTRINSIC unsigned int __float_as_uint(float x) {
    return simcuda::same_bits<unsigned int>(x);
}
SIMCUDA_INTRINSIC float __int_as_float(int x) {
    return simcuda::same_bits<float>(x);
}
SIMCUDA_INTRINSIC float __uint_as_float(unsigned int x) {
    return simcuda::same_bits<float>(x);
}
SIMCUDA_INTRINSIC long long __double_as_longlong(double x) {
    return simcuda::same_bits<long long>(x);
}
SIMCUDA_INTRINSIC double __longlong_as_double(long long x) {
    return simcuda::same_bits<double>(x);
}
SIMCUDA_INTRINSIC int __double2hiint(double x) {
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
SIMCUDA_INTRINSIC int __double2loint(double x) {
    return static_cast<int>(__double_as_longlong(x) & 0xffffffff);
}
SIMCUDA_INTRINSIC double __hiloint2double(int hi, int lo) {
    return __longlong_as_double(static_cast<long long>(static_cast<unsigned long long>(hi) << 32 |
                                                       static_cast<unsigned int>(lo)));
}

// To an integer: to nearest even (rn), to zero (rz), down (rd), up (ru).
#define SIMCUDA_TO_INTEGER(from, real, suffix, to, integer, convert) \
    SIMCUDA_INTRINSIC integer __##from##2##to##_rn(real x) {         \
        return simcuda::convert(__builtin_rint##suffix(x));          \
    }                                                                \
    SIMCUDA_INTRINSIC integer __##from##2##to##_rz(real x) {         \
        return simcuda::convert(x);                                  \
    }                                                                \
    SIMCUDA_INTRINSIC integer __##from##2##to##_rd(real x) {         \
        return simcuda::convert(__builtin_floor##suffix(x));         \
    }                                                                \
    SIMCUDA_INTRINSIC integer __##from##2##to##_ru(real x) {         \
        return simcuda::convert(__builtin_ceil##suffix(x));          \
    }

SIMCUDA_TO_INTEGER(float, float, f, int, int, to_int)
SIMCUDA_TO_INTEGER(float, float, f, uint, unsigned int, to_uint)
SIMCUDA_TO_INTEGER(float, float, f, ll, long long, to_ll)
SIMCUDA_TO_INTEGER(float, float, f, ull, unsigned long long, to_ull)
SIMCUDA_TO_INTEGER(double, double, , int, int, to_int)
SIMCUDA_TO_INTEGER(double, double, , uint, unsigned int, to_uint)
SIMCUDA_TO_INTEGER(double, double, , ll, long long, to_ll)
SIMCUDA_TO_INTEGER(double, double, , ull, unsigned long long, to_ull)
#undef SIMCUDA_TO_INTEGER

// From an integer the host's own rounding is to nearest even, too.
SIMCUDA_INTRINSIC float __int2float_rn(int x) {
    return static_cast<float>(x);
}
SIMCUDA_INTRINSIC float __uint2float_rn(unsigned int x) {
    return static_cast<float>(x);
}
SIMCUDA_INTRINSIC float __ll2float_rn(long long x) {
    return static_cast<float>(x);
}
SIMCUDA_INTRINSIC float __ull2float_rn(unsigned long long x) {
    return static_cast<float>(x);
}
SIMCUDA_INTRINSIC double __int2double_rn(int x) {
    return x;
}
SIMCUDA_INTRINSIC double __uint2double_rn(unsigned int x) {
    return x;
}
SIMCUDA_INTRINSIC double __ll2double_rn(long long x) {
    return static_cast<double>(x);
}
SIMCUDA_INTRINSIC double __ull2double_rn(unsigned long long x) {
    return static_cast<double>(x);
}
SIMCUDA_INTRINSIC float __double2float_rn(double x) {
    return static_cast<float>(x);
}

#undef SIMCUDA_INTRINSIC
