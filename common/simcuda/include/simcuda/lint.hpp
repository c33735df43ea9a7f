#pragma once

#include "driver_types.h"
#include "vector_types.h"

// What clang's CUDA front end looks up at <<<>>>, by SDK version. It only checks; nothing is
// linked.

#if defined(__CUDA__)
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t = 0);
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                    cudaStream_t = 0);
#endif
