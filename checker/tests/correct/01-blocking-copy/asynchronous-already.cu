// Correct: a stream of its own, asynchronous calls, a wait for each chunk.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// Brings every chunk through `buffer`: device memory for work.chunk elements.
static cudaError_t process_chunks(const job& work, std::uint32_t* buffer, cudaStream_t stream) {
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);

        if (cudaError_t error = cudaMemcpyAsync(buffer, work.input + first, bytes,
                                                cudaMemcpyHostToDevice, stream)) {
            return error;
        }
        advance<<<blocks_for(count), threads_per_block, 0, stream>>>(buffer, count, work.steps);
        // A launch returns nothing: what was wrong with it has to be asked for.
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        if (cudaError_t error = cudaMemcpyAsync(work.output + first, buffer, bytes,
                                                cudaMemcpyDeviceToHost, stream)) {
            return error;
        }
        if (cudaError_t error = cudaStreamSynchronize(stream)) {
            return error;
        }
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    cudaStream_t stream = nullptr;
    if (cudaError_t error = cudaStreamCreate(&stream)) {
        return error;
    }
    std::uint32_t* buffer = nullptr;
    if (cudaError_t error = cudaMalloc(&buffer, work.chunk * sizeof(std::uint32_t))) {
        cudaStreamDestroy(stream);
        return error;
    }
    // Whatever happens in there, the buffer is freed here.
    const cudaError_t processed = process_chunks(work, buffer, stream);
    cudaStreamDestroy(stream);
    const cudaError_t freed = cudaFree(buffer);
    return processed != cudaSuccess ? processed : freed;
}
