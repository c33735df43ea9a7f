// Lab 12: blocks from a producer through the device to a consumer, as fast as the machine allows.
// What is asked for stands in lab.hpp, the task in README.md.

#include "lab.hpp"

#include <utility>

#include "common/workload/advance.cuh"

using namespace workload;  // advance, blocks_for, threads_per_block

// What one block needs on its way. The blocks take the slots in turns.
struct slot {
    cudaStream_t stream = nullptr;
    cudaEvent_t uploaded = nullptr;
    std::uint32_t* in = nullptr;      // pinned, for the producer
    std::uint32_t* device = nullptr;  // the kernel works in place
    std::uint32_t* out = nullptr;     // pinned, for the consumer
    std::size_t count = 0;            // elements of the block under way here, 0: none
};

constexpr std::size_t slot_count = 6;

static cudaError_t create(slot& mine, std::size_t bytes) {
    if (cudaError_t error = cudaStreamCreateWithFlags(&mine.stream, cudaStreamNonBlocking)) {
        return error;
    }
    if (cudaError_t error = cudaEventCreateWithFlags(&mine.uploaded, cudaEventDisableTiming)) {
        return error;
    }
    if (cudaError_t error = cudaMallocHost(&mine.in, bytes)) {
        return error;
    }
    if (cudaError_t error = cudaMallocHost(&mine.out, bytes)) {
        return error;
    }
    return cudaMalloc(&mine.device, bytes);
}

static void destroy(slot& mine) {
    if (mine.stream != nullptr) {
        cudaStreamSynchronize(mine.stream);  // a block that is no longer wanted may be under way
        cudaStreamDestroy(mine.stream);
    }
    if (mine.uploaded != nullptr) {
        cudaEventDestroy(mine.uploaded);
    }
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
    if (cudaError_t error = cudaEventRecord(mine.uploaded, mine.stream)) {
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
static cudaError_t deliver(slot& mine, const job& work);

static cudaError_t take(slot& mine, cudaError_t& delivered, const job& work) {
    if (mine.count > 0) {
        if (cudaError_t error = cudaEventSynchronize(mine.uploaded)) {
            return delivered = error;
        }
    }
    std::size_t count = 0;
    cudaError_t error = work.stop_requested() ? cudaSuccess : work.produce(mine.in, count);
    delivered = deliver(mine, work);
    if (delivered == cudaSuccess && error == cudaSuccess && count > 0) {
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
    cudaError_t delivered = cudaSuccess;
    do {
        error = take(slots[turn % slot_count], delivered, work);
        if (delivered != cudaSuccess) {
            return delivered;
        }
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
