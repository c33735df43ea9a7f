#pragma once

// The parts of the C library that nvcc's implicit headers give to every .cu. Not through <cmath> and
// its like: these are most of a small program's compile time (0.17 s of 0.2 s with g++ 12).

#if defined(__CUDA__)
// In clang's CUDA front end these functions count as callable from kernels, too.
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#pragma clang force_cuda_host_device end
#else
#if __has_include(<bits/c++config.h>)
// libstdc++ wraps math.h and stdlib.h; this macro of its own hands out the C library's bare headers.
// A later <math.h> or <cmath> then still adds the wrapper's overloads.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#include <stdlib.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#else
#include <math.h>
#include <stdlib.h>
#endif
#include <string.h>
#include <time.h>

extern "C" int printf(const char* __restrict format, ...);
#endif
