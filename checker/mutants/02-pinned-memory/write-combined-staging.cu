// Misconception: Memory that is fast to copy is fast to read.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// What the chunks pass through: one buffer on each side.
struct buffers {
    std::uint32_t* pinned = nullptr;  // host memory for one chunk of the input
    std::uint32_t* device = nullptr;  // device memory for one chunk
};

static cudaError_t prepare(const job& work, buffers& mine) {
    const std::size_t chunk_bytes = work.chunk * sizeof(std::uint32_t);
    if (cudaError_t error = cudaMalloc(&mine.device, chunk_bytes)) {
        return error;
    }
    if (cudaError_t error = cudaHostAlloc(&mine.pinned, chunk_bytes, cudaHostAllocWriteCombined)) {
        return error;
    }
    return cudaSuccess;
}

static void give_back(const job&, const buffers& mine) {
    cudaFreeHost(mine.pinned);  // not free(), not cudaFree(); of nullptr: does nothing
    cudaFree(mine.device);
}

static cudaError_t process_chunks(const job& work, const buffers& mine) {
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);

        work.produce(first, count, mine.pinned);
        if (cudaError_t error =
                cudaMemcpy(mine.device, mine.pinned, bytes, cudaMemcpyHostToDevice)) {
            return error;
        }
        advance<<<blocks_for(count), threads_per_block>>>(mine.device, count, work.steps);
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        if (cudaError_t error =
                cudaMemcpy(mine.pinned, mine.device, bytes, cudaMemcpyDeviceToHost)) {
            return error;
        }
        std::copy_n(mine.pinned, count, work.output + first);
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    buffers mine;
    cudaError_t error = prepare(work, mine);
    if (error == cudaSuccess) {
        error = process_chunks(work, mine);
    }
    give_back(work, mine);
    return error;
}
