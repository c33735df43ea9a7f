#pragma once

#include "host_defines.h"
#include "simcuda/c_library.hpp"

// The float forms of C's functions at global scope: sqrt(1.0f) is a float in CUDA. Templates, since
// <cmath> declares plain functions of the same types there, which then win without a conflict.

#if __has_include(<bits/c++config.h>)

#undef isnan
#undef isinf
#undef isfinite
#undef signbit

namespace simcuda {

template <class T, class Result>
struct if_float {};
template <class Result>
struct if_float<float, Result> {
    using type = Result;
};

template <class T, class Result>
struct if_real {};
template <class Result>
struct if_real<float, Result> {
    using type = Result;
};
template <class Result>
struct if_real<double, Result> {
    using type = Result;
};

}  // namespace simcuda

#define SIMCUDA_FLOAT_1(name)                                                                    \
    template <class T>                                                                           \
    static __inline__ __host__ __device__ typename simcuda::if_float<T, float>::type name(T x) { \
        return __builtin_##name##f(x);                                                           \
    }
#define SIMCUDA_FLOAT_2(name)                                                                    \
    template <class T>                                                                           \
    static __inline__ __host__ __device__ typename simcuda::if_float<T, float>::type name(T x,   \
                                                                                          T y) { \
        return __builtin_##name##f(x, y);                                                        \
    }
#define SIMCUDA_REAL_TEST(name)                                                                \
    template <class T>                                                                         \
    static __inline__ __host__ __device__ typename simcuda::if_real<T, bool>::type name(T x) { \
        return __builtin_##name(x) != 0;                                                       \
    }

SIMCUDA_FLOAT_1(acos)
SIMCUDA_FLOAT_1(acosh)
SIMCUDA_FLOAT_1(asin)
SIMCUDA_FLOAT_1(asinh)
SIMCUDA_FLOAT_1(atan)
SIMCUDA_FLOAT_1(atanh)
SIMCUDA_FLOAT_1(cbrt)
SIMCUDA_FLOAT_1(ceil)
SIMCUDA_FLOAT_1(cos)
SIMCUDA_FLOAT_1(cosh)
SIMCUDA_FLOAT_1(erf)
SIMCUDA_FLOAT_1(erfc)
SIMCUDA_FLOAT_1(exp)
SIMCUDA_FLOAT_1(exp2)
SIMCUDA_FLOAT_1(expm1)
SIMCUDA_FLOAT_1(fabs)
SIMCUDA_FLOAT_1(floor)
SIMCUDA_FLOAT_1(lgamma)
SIMCUDA_FLOAT_1(log)
SIMCUDA_FLOAT_1(log10)
SIMCUDA_FLOAT_1(log1p)
SIMCUDA_FLOAT_1(log2)
SIMCUDA_FLOAT_1(logb)
SIMCUDA_FLOAT_1(nearbyint)
SIMCUDA_FLOAT_1(rint)
SIMCUDA_FLOAT_1(round)
SIMCUDA_FLOAT_1(sin)
SIMCUDA_FLOAT_1(sinh)
SIMCUDA_FLOAT_1(sqrt)
SIMCUDA_FLOAT_1(tan)
SIMCUDA_FLOAT_1(tanh)
SIMCUDA_FLOAT_1(tgamma)
SIMCUDA_FLOAT_1(trunc)

SIMCUDA_FLOAT_2(atan2)
SIMCUDA_FLOAT_2(copysign)
SIMCUDA_FLOAT_2(fdim)
SIMCUDA_FLOAT_2(fmax)
SIMCUDA_FLOAT_2(fmin)
SIMCUDA_FLOAT_2(fmod)
SIMCUDA_FLOAT_2(hypot)
SIMCUDA_FLOAT_2(nextafter)
SIMCUDA_FLOAT_2(pow)
SIMCUDA_FLOAT_2(remainder)

SIMCUDA_REAL_TEST(isnan)
SIMCUDA_REAL_TEST(isinf)
SIMCUDA_REAL_TEST(isfinite)
SIMCUDA_REAL_TEST(signbit)

#undef SIMCUDA_FLOAT_1
#undef SIMCUDA_FLOAT_2
#undef SIMCUDA_REAL_TEST

template <class T>
static __inline__ __host__ __device__ typename simcuda::if_float<T, float>::type fma(T x, T y,
                                                                                     T z) {
    return __builtin_fmaf(x, y, z);
}

// C's abs takes an int and would cut these off.
template <class T>
static __inline__ __host__ __device__ typename simcuda::if_real<T, T>::type abs(T x) {
    return x < 0 ? -x : x + 0;
}

#endif
