#pragma once

// What the programs of this folder share. Each is right as it is; a line that ends in
//
//     // SYNC a: race-host-reads-early
//
// is a synchronisation, and without that line the program has this one defect, between the lines
// marked (a1) and (a2). "SYNC b: still ordered, because ..." can go without harm. Where the line is
// long, the mark stands on a line of its own before it. "flags: ..." and "with: NAME=VALUE", each
// in a comment at the start of a line, say what a program has to be built and run with.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program when a call of the runtime has failed.
inline void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    std::exit(3);
}

__global__ inline void scale(int* data, int factor) {
    data[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

__global__ inline void add(int* sum, const int* more) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = more[i];
    sum[i] += value;
}

/// out[i] = 2 * in[i] + 1
__global__ inline void transform(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i] + 1;
}

inline cudaStream_t independent_stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

inline cudaEvent_t order_event() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
}
