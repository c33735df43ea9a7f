#include "common/simcuda/runtime/thread_index.hpp"

// Built with debug information: `threadIdx.x == 3` is a breakpoint's condition. Each begins a page,
// so that none lies beside variables of the program, which kernels may not touch.
alignas(4096) uint3 threadIdx;
alignas(4096) uint3 blockIdx;
alignas(4096) dim3 blockDim;
alignas(4096) dim3 gridDim;
alignas(4096) int warpSize = 32;
