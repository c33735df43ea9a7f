// Compiled and looked at: the functions of our headers are inlined into their caller, so that the
// return address of a call into the runtime belongs to the line that the learner wrote.
#include <cuda_runtime.h>

__constant__ float table[4];

void allocate(float** p) {
    cudaMalloc(p, 4);  // calls cudaMalloc
}

int allocate_pinned(float** p) {
    return cudaHostAlloc(p, 4, 0);  // calls cudaHostAlloc
}

void set_table(const float* from) {
    if (from != nullptr) cudaMemcpyToSymbol(table, from, 4);  // calls cudaMemcpyToSymbol
}

__global__ void kernel(int* counter) {
    __syncthreads();            // calls barrier
    atomicAdd(counter, 1);      // calls note_atomic
    if (clock64() > 0) return;  // calls clock_cycles
}
