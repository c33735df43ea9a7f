#include "common/simcuda/runtime/thread_index.hpp"

// Built with debug information: `threadIdx.x == 3` is a breakpoint's condition.
uint3 threadIdx;
uint3 blockIdx;
dim3 blockDim;
dim3 gridDim;
int warpSize = 32;
