// Lab 12: blocks from a producer through the device to a consumer, as fast as the machine allows.
// What is asked for stands in lab.hpp, the task in README.md.

#include "lab.hpp"

#include <utility>

#include "common/workload/advance.cuh"

using namespace workload;  // advance, blocks_for, threads_per_block

// What one block needs on its way. The blocks take the slots in turns.
struct slot {
    cudaStream_t stream = nullptr;
    std::uint32_t* in = nullptr;      // pinned, for the producer
    std::uint32_t* device = nullptr;  // the kernel works in place
    std::uint32_t* out = nullptr;     // pinned, for the consumer
    std::size_t count = 0;            // elements of the block under way here, 0: none
};

// TODO: how many blocks are to be under way at once?
constexpr std::size_t slot_count = 1;

static cudaError_t create(slot& mine, std::size_t bytes) {
    if (cudaError_t error = cudaStreamCreateWithFlags(&mine.stream, cudaStreamNonBlocking)) {
        return error;
    }
    // TODO: the three buffers
    return cudaSuccess;
}

static void destroy(slot& mine) {
    if (mine.stream != nullptr) {
        cudaStreamSynchronize(mine.stream);  // a block that is no longer wanted may be under way
        cudaStreamDestroy(mine.stream);
    }
    cudaFreeHost(mine.in);  // of nullptr: does nothing
    cudaFreeHost(mine.out);
    cudaFree(mine.device);
}

// TODO: take a block into a slot, deliver the block of a slot; run says when

static cudaError_t run(slot (&slots)[slot_count], const job& work) {
    cudaError_t error = cudaSuccess;
    // TODO: take blocks into the slots in turns, deliver each before its slot is used again
    return error;
}

cudaError_t process(const job& work) {
    slot slots[slot_count];
    cudaError_t error = cudaSuccess;
    for (slot& each : slots) {
        error = error != cudaSuccess ? error : create(each, work.largest * sizeof(std::uint32_t));
    }
    if (error == cudaSuccess) {
        error = run(slots, work);
    }
    for (slot& each : slots) {
        destroy(each);
    }
    return error;
}
