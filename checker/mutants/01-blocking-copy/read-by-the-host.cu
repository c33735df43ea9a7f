// Misconception: After cudaDeviceSynchronize the host can read what cudaMalloc returned.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// Brings every chunk through `buffer`: device memory for work.chunk elements.
static cudaError_t process_chunks(const job& work, std::uint32_t* buffer) {
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);

        if (cudaError_t error =
                cudaMemcpy(buffer, work.input + first, bytes, cudaMemcpyHostToDevice)) {
            return error;
        }
        advance<<<blocks_for(count), threads_per_block>>>(buffer, count, work.steps);
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        if (cudaError_t error = cudaDeviceSynchronize()) {
            return error;
        }
        std::copy_n(buffer, count, work.output + first);
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    std::uint32_t* buffer = nullptr;
    if (cudaError_t error = cudaMalloc(&buffer, work.chunk * sizeof(std::uint32_t))) {
        return error;
    }
    const cudaError_t processed = process_chunks(work, buffer);
    const cudaError_t freed = cudaFree(buffer);
    return processed != cudaSuccess ? processed : freed;
}
