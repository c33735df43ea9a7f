// A kernel that never ends.

#include "lab.hpp"

__global__ void on_and_on(volatile int* out) {
    for (;;) {
        *out = *out + 1;
    }
}

cudaError_t process(const job& work) {
    int* memory = nullptr;
    cudaMalloc(&memory, sizeof(int));
    on_and_on<<<1, 1>>>(memory);
    return cudaDeviceSynchronize();
}
