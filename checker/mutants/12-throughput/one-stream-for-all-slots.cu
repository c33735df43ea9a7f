// Misconception: Each slot waits at its own next turn, so one stream may serve them all.

#include "lab.hpp"

#include <utility>

#include "common/workload/advance.cuh"

using namespace workload;  // advance, blocks_for, threads_per_block

// What one block needs on its way. The blocks take the slots in turns.
struct slot {
    cudaStream_t stream = nullptr;    // of all slots
    std::uint32_t* in = nullptr;      // pinned, for the producer
    std::uint32_t* device = nullptr;  // the kernel works in place
    std::uint32_t* out = nullptr;     // pinned, for the consumer
    std::size_t count = 0;            // elements of the block under way here, 0: none
};

// Three on the device, one at the host, and two more since their sizes differ.
constexpr std::size_t slot_count = 6;

static cudaError_t create(slot& mine, std::size_t bytes) {
    if (cudaError_t error = cudaMallocHost(&mine.in, bytes)) {
        return error;
    }
    if (cudaError_t error = cudaMallocHost(&mine.out, bytes)) {
        return error;
    }
    return cudaMalloc(&mine.device, bytes);
}

static void destroy(slot& mine) {
    cudaFreeHost(mine.in);  // of nullptr: does nothing
    cudaFreeHost(mine.out);
    cudaFree(mine.device);
}

// Copy in, launch, copy out. Returns while they run.
static cudaError_t issue(slot& mine, std::size_t count, const job& work) {
    const std::size_t bytes = count * sizeof(std::uint32_t);
    if (cudaError_t error =
            cudaMemcpyAsync(mine.device, mine.in, bytes, cudaMemcpyHostToDevice, mine.stream)) {
        return error;
    }
    advance<<<blocks_for(count), threads_per_block, 0, mine.stream>>>(mine.device, count,
                                                                      work.steps);
    if (cudaError_t error = cudaGetLastError()) {
        return error;
    }
    return cudaMemcpyAsync(mine.out, mine.device, bytes, cudaMemcpyDeviceToHost, mine.stream);
}

// The slot stays without a block when there is none, or when its way cannot even begin.
static cudaError_t take(slot& mine, const job& work) {
    std::size_t count = 0;
    cudaError_t error = work.stop_requested() ? cudaSuccess : work.produce(mine.in, count);
    if (error == cudaSuccess && count > 0) {
        error = issue(mine, count, work);
        mine.count = error == cudaSuccess ? count : 0;
    }
    return error;
}

static cudaError_t deliver(slot& mine, const job& work) {
    const std::size_t count = std::exchange(mine.count, 0);
    const cudaError_t error = count > 0 ? cudaStreamSynchronize(mine.stream) : cudaSuccess;
    return error == cudaSuccess && count > 0 ? work.consume(mine.out, count) : error;
}

static cudaError_t run(slot (&slots)[slot_count], const job& work) {
    cudaError_t error = cudaSuccess;
    std::size_t turn = 0;
    do {
        if (cudaError_t late = deliver(slots[turn % slot_count], work)) {
            return late;  // nothing after this block may be delivered
        }
        error = take(slots[turn % slot_count], work);
    } while (slots[turn++ % slot_count].count > 0);
    // What was taken before is still to be delivered, the oldest first.
    for (std::size_t i = 0; i < slot_count; ++i) {
        if (cudaError_t late = deliver(slots[turn++ % slot_count], work)) {
            return error != cudaSuccess ? error : late;
        }
    }
    return error;
}

cudaError_t process(const job& work) {
    slot slots[slot_count];
    cudaStream_t stream = nullptr;
    cudaError_t error = cudaStreamCreate(&stream);
    for (slot& each : slots) {
        each.stream = stream;
        error = error != cudaSuccess ? error : create(each, work.largest * sizeof(std::uint32_t));
    }
    if (error == cudaSuccess) {
        error = run(slots, work);
    }
    if (stream != nullptr) {
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
    for (slot& each : slots) {
        destroy(each);
    }
    return error;
}
