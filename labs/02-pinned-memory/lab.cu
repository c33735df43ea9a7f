// Lab 02: pinned memory, your own and memory that you were handed.
// What is asked for stands in lab.hpp, the task in README.md.

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
    bool output_is_registered = false;
};

static cudaError_t prepare(const job& work, buffers& mine) {
    const std::size_t chunk_bytes = work.chunk * sizeof(std::uint32_t);
    const std::size_t output_bytes = work.count * sizeof(std::uint32_t);
    if (cudaError_t error = cudaMalloc(&mine.device, chunk_bytes)) {
        return error;
    }
    // TODO: allocate mine.pinned as pinned memory, and register the output unless it is empty
    return cudaSuccess;
}

static void give_back(const job& work, const buffers& mine) {
    // TODO: unregister the output if it was registered, and free the pinned memory
    cudaFree(mine.device);
}

static cudaError_t process_chunks(const job& work, const buffers& mine) {
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);

        // TODO: produce the chunk where the device can fetch it; then as in lab 01
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
