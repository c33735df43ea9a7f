#pragma once

#include "vector_types.h"

// Where the calling thread stands in its grid. The runtime owns the storage; see
// simcuda/device.hpp.
extern "C" {
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
}
