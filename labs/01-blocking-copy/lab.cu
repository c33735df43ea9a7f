// Lab 01: bring data to the device, compute, and bring it back, one chunk after the other.
// What is asked for stands in lab.hpp, the task in README.md.

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

        // TODO: copy this chunk to the buffer, launch the kernel, copy the result to the output
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    // TODO: allocate the buffer, process the chunks, free the buffer - also after an error.
    std::uint32_t* buffer = nullptr;
    return process_chunks(work, buffer);
}
