#pragma once

#include "host_defines.h"

// Arithmetic that rounds down (rd), up (ru) or to zero (rz).

namespace simcuda {

enum class rounding : unsigned char { down, up, to_zero };

#define SIMCUDA_ROUNDED(real)                                         \
    __device__ real rounded_sum(rounding to, real x, real y);         \
    __device__ real rounded_difference(rounding to, real x, real y);  \
    __device__ real rounded_product(rounding to, real x, real y);     \
    __device__ real rounded_quotient(rounding to, real x, real y);    \
    __device__ real rounded_fma(rounding to, real x, real y, real z); \
    __device__ real rounded_root(rounding to, real x);
SIMCUDA_ROUNDED(float)
SIMCUDA_ROUNDED(double)
#undef SIMCUDA_ROUNDED

__device__ float rounded_float(rounding to, double x);
__device__ float rounded_float(rounding to, long long x);
__device__ float rounded_float(rounding to, unsigned long long x);
__device__ double rounded_double(rounding to, long long x);
__device__ double rounded_double(rounding to, unsigned long long x);

}  // namespace simcuda

#define SIMCUDA_ROUNDED(result, name, function, parameters, arguments) \
    static __inline__ __device__ result name##_rd parameters {         \
        constexpr auto to = simcuda::rounding::down;                   \
        return simcuda::function arguments;                            \
    }                                                                  \
    static __inline__ __device__ result name##_ru parameters {         \
        constexpr auto to = simcuda::rounding::up;                     \
        return simcuda::function arguments;                            \
    }                                                                  \
    static __inline__ __device__ result name##_rz parameters {         \
        constexpr auto to = simcuda::rounding::to_zero;                \
        return simcuda::function arguments;                            \
    }
#define SIMCUDA_ROUNDED_ALL(real, letter)                                                    \
    SIMCUDA_ROUNDED(real, __##letter##add, rounded_sum, (real x, real y), (to, x, y))        \
    SIMCUDA_ROUNDED(real, __##letter##sub, rounded_difference, (real x, real y), (to, x, y)) \
    SIMCUDA_ROUNDED(real, __##letter##mul, rounded_product, (real x, real y), (to, x, y))    \
    SIMCUDA_ROUNDED(real, __##letter##div, rounded_quotient, (real x, real y), (to, x, y))   \
    SIMCUDA_ROUNDED(real, __##letter##rcp, rounded_quotient, (real x), (to, real{1}, x))     \
    SIMCUDA_ROUNDED(real, __##letter##sqrt, rounded_root, (real x), (to, x))

SIMCUDA_ROUNDED_ALL(float, f)
SIMCUDA_ROUNDED_ALL(double, d)
SIMCUDA_ROUNDED(float, __fmaf, rounded_fma, (float x, float y, float z), (to, x, y, z))
SIMCUDA_ROUNDED(double, __fma, rounded_fma, (double x, double y, double z), (to, x, y, z))

SIMCUDA_ROUNDED(float, __double2float, rounded_float, (double x), (to, x))
SIMCUDA_ROUNDED(float, __int2float, rounded_float, (int x), (to, static_cast<long long>(x)))
SIMCUDA_ROUNDED(float, __uint2float, rounded_float, (unsigned int x),
                (to, static_cast<long long>(x)))
SIMCUDA_ROUNDED(float, __ll2float, rounded_float, (long long x), (to, x))
SIMCUDA_ROUNDED(float, __ull2float, rounded_float, (unsigned long long x), (to, x))
SIMCUDA_ROUNDED(double, __ll2double, rounded_double, (long long x), (to, x))
SIMCUDA_ROUNDED(double, __ull2double, rounded_double, (unsigned long long x), (to, x))

#undef SIMCUDA_ROUNDED
#undef SIMCUDA_ROUNDED_ALL
