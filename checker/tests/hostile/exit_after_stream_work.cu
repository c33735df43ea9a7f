// The same while a stream has work.

#include "lab.hpp"

#include <cstdlib>

cudaError_t process(const job& work) {
    cudaStream_t stream = nullptr;
    void* memory = nullptr;
    cudaStreamCreate(&stream);
    cudaMalloc(&memory, 1024);
    cudaMemsetAsync(memory, 0, 1024, stream);
    std::exit(0);
    static_cast<void>(work);
    return cudaSuccess;
}
