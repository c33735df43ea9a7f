#pragma once

// What glibc's math.h declares of C23's functions from 2.41 on, and two from 2.42 on, that CUDA has
// under the same names.
extern "C" {
extern double sinpi(double) noexcept(true);
extern float sinpif(float) noexcept(true);
extern double cospi(double) noexcept(true);
extern float cospif(float) noexcept(true);
extern double rsqrt(double) noexcept(true);
extern float rsqrtf(float) noexcept(true);
}
