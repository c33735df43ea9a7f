// Misconception: The more threads in a block, the better.

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
        advance<<<blocks_for(count), 8 * threads_per_block>>>(buffer, count, work.steps);
        // A launch returns nothing: what was wrong with it has to be asked for.
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        // Waits for the kernel, and returns when the result is there.
        if (cudaError_t error =
                cudaMemcpy(work.output + first, buffer, bytes, cudaMemcpyDeviceToHost)) {
            return error;
        }
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    std::uint32_t* buffer = nullptr;
    if (cudaError_t error = cudaMalloc(&buffer, work.chunk * sizeof(std::uint32_t))) {
        return error;
    }
    // Whatever happens in there, the buffer is freed here.
    const cudaError_t processed = process_chunks(work, buffer);
    const cudaError_t freed = cudaFree(buffer);
    return processed != cudaSuccess ? processed : freed;
}
