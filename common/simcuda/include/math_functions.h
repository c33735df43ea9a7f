#pragma once

#include "host_defines.h"
#include "simcuda/math_overloads.hpp"

// What CUDA adds to C's mathematics: min and max, functions that C does not have, and the fast and
// the explicitly rounded intrinsics. The simulated device computes them all in full precision, to
// nearest; a GPU's fast ones differ in the last bits.

#define SIMCUDA_MATH static __inline__ __host__ __device__

#define SIMCUDA_MIN_MAX(result, a_type, b_type)                              \
    SIMCUDA_MATH result min(a_type a, b_type b) {                            \
        const result x = static_cast<result>(a), y = static_cast<result>(b); \
        return y < x ? y : x;                                                \
    }                                                                        \
    SIMCUDA_MATH result max(a_type a, b_type b) {                            \
        const result x = static_cast<result>(a), y = static_cast<result>(b); \
        return x < y ? y : x;                                                \
    }
SIMCUDA_MIN_MAX(int, int, int)
SIMCUDA_MIN_MAX(unsigned int, unsigned int, unsigned int)
SIMCUDA_MIN_MAX(unsigned int, int, unsigned int)
SIMCUDA_MIN_MAX(unsigned int, unsigned int, int)
SIMCUDA_MIN_MAX(long, long, long)
SIMCUDA_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMCUDA_MIN_MAX(unsigned long, long, unsigned long)
SIMCUDA_MIN_MAX(unsigned long, unsigned long, long)
SIMCUDA_MIN_MAX(long long, long long, long long)
SIMCUDA_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMCUDA_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMCUDA_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMCUDA_MIN_MAX

// For these a not-a-number gives way to the other value.
#define SIMCUDA_MIN_MAX(result, a_type, b_type)                                  \
    SIMCUDA_MATH result min(a_type a, b_type b) { return __builtin_fmin(a, b); } \
    SIMCUDA_MATH result max(a_type a, b_type b) { return __builtin_fmax(a, b); }
SIMCUDA_MATH float min(float a, float b) { return __builtin_fminf(a, b); }
SIMCUDA_MATH float max(float a, float b) { return __builtin_fmaxf(a, b); }
SIMCUDA_MIN_MAX(double, double, double)
SIMCUDA_MIN_MAX(double, float, double)
SIMCUDA_MIN_MAX(double, double, float)
#undef SIMCUDA_MIN_MAX

#define SIMCUDA_PI 3.14159265358979323846
// C23 has some of these as well, and glibc declares them from 2.41 on, rsqrt from 2.42 on: with C's
// linkage these are the same functions, and compute the same on any machine.
#define SIMCUDA_C23 inline __host__ __device__ __attribute__((always_inline))
extern "C" {
SIMCUDA_C23 float rsqrtf(float x) noexcept { return 1.0f / __builtin_sqrtf(x); }
SIMCUDA_C23 double rsqrt(double x) noexcept { return 1.0 / __builtin_sqrt(x); }
// Reducing by the period first keeps large arguments exact, and the zeros at whole numbers.
SIMCUDA_C23 double sinpi(double x) noexcept {
    const double r = __builtin_remainder(x, 2.0);
    return r == 1.0 || r == -1.0 ? 0.0 : __builtin_sin(SIMCUDA_PI * r);
}
SIMCUDA_C23 double cospi(double x) noexcept {
    const double r = __builtin_fabs(__builtin_remainder(x, 2.0));
    return r == 0.5 ? 0.0 : __builtin_cos(SIMCUDA_PI * r);
}
SIMCUDA_C23 float sinpif(float x) noexcept { return static_cast<float>(sinpi(x)); }
SIMCUDA_C23 float cospif(float x) noexcept { return static_cast<float>(cospi(x)); }
}
#undef SIMCUDA_C23
SIMCUDA_MATH float rsqrt(float x) { return rsqrtf(x); }
SIMCUDA_MATH float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
SIMCUDA_MATH double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
SIMCUDA_MATH float fdividef(float x, float y) { return x / y; }
SIMCUDA_MATH float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
#undef SIMCUDA_PI

SIMCUDA_MATH float __saturatef(float x) { return saturate(x); }
// Macros, since glibc's math.h declares functions of these very names for itself.
#define __expf expf
#define __exp10f exp10f
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __powf powf
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf
#define __tanhf tanhf
#define __sincosf sincosf

SIMCUDA_MATH float __fdividef(float x, float y) { return x / y; }

SIMCUDA_MATH float __fadd_rn(float x, float y) { return x + y; }
SIMCUDA_MATH float __fsub_rn(float x, float y) { return x - y; }
SIMCUDA_MATH float __fmul_rn(float x, float y) { return x * y; }
SIMCUDA_MATH float __fdiv_rn(float x, float y) { return x / y; }
SIMCUDA_MATH float __frcp_rn(float x) { return 1.0f / x; }
SIMCUDA_MATH float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
SIMCUDA_MATH float __frsqrt_rn(float x) { return 1.0f / __builtin_sqrtf(x); }
SIMCUDA_MATH float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
SIMCUDA_MATH double __dadd_rn(double x, double y) { return x + y; }
SIMCUDA_MATH double __dsub_rn(double x, double y) { return x - y; }
SIMCUDA_MATH double __dmul_rn(double x, double y) { return x * y; }
SIMCUDA_MATH double __ddiv_rn(double x, double y) { return x / y; }
SIMCUDA_MATH double __drcp_rn(double x) { return 1.0 / x; }
SIMCUDA_MATH double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
SIMCUDA_MATH double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }

#undef SIMCUDA_MATH
