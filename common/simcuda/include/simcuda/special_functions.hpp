#pragma once

#include "math_functions.h"

// Lengths, the normal distribution and its kin, modified Bessel functions: what CUDA's mathematics
// has and C's has not.

#define SIMCUDA_MATH static __inline__ __host__ __device__

namespace simcuda {

__host__ __device__ double inverse_erfc(double x);
__host__ __device__ double inverse_erf(double x);
__host__ __device__ double scaled_erfc(double x);
__host__ __device__ double normal_distribution(double x);
__host__ __device__ double inverse_normal_distribution(double p);
__host__ __device__ double bessel_i0(double x);
__host__ __device__ double bessel_i1(double x);

}  // namespace simcuda

#define SIMCUDA_SPECIAL(name, function)                  \
    SIMCUDA_MATH double name(double x) {                 \
        return simcuda::function(x);                     \
    }                                                    \
    SIMCUDA_MATH float name##f(float x) {                \
        return static_cast<float>(simcuda::function(x)); \
    }                                                    \
    SIMCUDA_MATH float name(float x) {                   \
        return name##f(x);                               \
    }
SIMCUDA_SPECIAL(erfinv, inverse_erf)
SIMCUDA_SPECIAL(erfcinv, inverse_erfc)
SIMCUDA_SPECIAL(erfcx, scaled_erfc)
SIMCUDA_SPECIAL(normcdf, normal_distribution)
SIMCUDA_SPECIAL(normcdfinv, inverse_normal_distribution)
SIMCUDA_SPECIAL(cyl_bessel_i0, bessel_i0)
SIMCUDA_SPECIAL(cyl_bessel_i1, bessel_i1)
#undef SIMCUDA_SPECIAL

#define SIMCUDA_LENGTHS(real, f)                                   \
    SIMCUDA_MATH real rhypot##f(real x, real y) {                  \
        return real{1} / __builtin_hypot##f(x, y);                 \
    }                                                              \
    SIMCUDA_MATH real norm3d##f(real x, real y, real z) {          \
        return __builtin_hypot##f(__builtin_hypot##f(x, y), z);    \
    }                                                              \
    SIMCUDA_MATH real norm4d##f(real x, real y, real z, real w) {  \
        return __builtin_hypot##f(norm3d##f(x, y, z), w);          \
    }                                                              \
    SIMCUDA_MATH real rnorm3d##f(real x, real y, real z) {         \
        return real{1} / norm3d##f(x, y, z);                       \
    }                                                              \
    SIMCUDA_MATH real rnorm4d##f(real x, real y, real z, real w) { \
        return real{1} / norm4d##f(x, y, z, w);                    \
    }                                                              \
    SIMCUDA_MATH real norm##f(int dim, const real* p) {            \
        real length = 0;                                           \
        for (int i = 0; i < dim; ++i)                              \
            length = __builtin_hypot##f(length, p[i]);             \
        return length;                                             \
    }                                                              \
    SIMCUDA_MATH real rnorm##f(int dim, const real* p) {           \
        return real{1} / norm##f(dim, p);                          \
    }
SIMCUDA_LENGTHS(double, )
SIMCUDA_LENGTHS(float, f)
#undef SIMCUDA_LENGTHS

SIMCUDA_MATH void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
SIMCUDA_MATH void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
SIMCUDA_MATH float fdivide(float x, float y) {
    return x / y;
}
SIMCUDA_MATH double fdivide(double x, double y) {
    return x / y;
}

SIMCUDA_MATH unsigned int umin(unsigned int a, unsigned int b) {
    return min(a, b);
}
SIMCUDA_MATH unsigned int umax(unsigned int a, unsigned int b) {
    return max(a, b);
}
SIMCUDA_MATH long long llmin(long long a, long long b) {
    return min(a, b);
}
SIMCUDA_MATH long long llmax(long long a, long long b) {
    return max(a, b);
}
SIMCUDA_MATH unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return min(a, b);
}
SIMCUDA_MATH unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return max(a, b);
}

#undef SIMCUDA_MATH
