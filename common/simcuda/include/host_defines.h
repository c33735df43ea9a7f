#pragma once

// CUDA's qualifiers. Under g++ and clang++ most say nothing, since kernels run on the host; under
// clang's CUDA front end (`lab lint`, __CUDA__ defined) they become its attributes, so that it can
// tell host code from device code.

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
// Block scope makes it static. The runtime knows shared memory by this storage's address range.
#define __shared__ thread_local
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __grid_constant__
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))
// `__noinline__` must stay undefined: libstdc++ writes __attribute__((__noinline__)). The rewriter
// replaces the bare word.

#define CUDARTAPI
#define CUDART_CB

// For our own headers. A wrapper that is always inlined leaves the learner's function as the caller
// of the runtime, which tells the places of operations by return address.
#define SIMCUDA_WRAPPER inline __attribute__((always_inline, artificial))
