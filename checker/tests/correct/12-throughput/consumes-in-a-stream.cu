// Host functions in a stream of their own consume the blocks, in order, while the host produces.

#include "lab.hpp"

#include <utility>

#include "common/workload/advance.cuh"

using namespace workload;  // advance, blocks_for, threads_per_block

// One block on its way to the consumer. `refused` is for the host functions alone, `result` is read
// once the block's event is over.
struct delivery {
    const job* work = nullptr;
    const std::uint32_t* from = nullptr;
    std::size_t count = 0;
    bool* refused = nullptr;
    cudaError_t result = cudaSuccess;
};

static void CUDART_CB consume(void* given) {
    auto& block = *static_cast<delivery*>(given);
    if (!*block.refused) {
        block.result = block.work->consume(block.from, block.count);
        *block.refused = block.result != cudaSuccess;
    }
}

// What one block needs on its way. The blocks take the slots in turns.
struct slot {
    cudaStream_t stream = nullptr;
    cudaEvent_t downloaded = nullptr;
    cudaEvent_t consumed = nullptr;
    std::uint32_t* in = nullptr;      // pinned, for the producer
    std::uint32_t* device = nullptr;  // the kernel works in place
    std::uint32_t* out = nullptr;     // pinned, for the consumer
    std::size_t count = 0;            // elements of the block under way here, 0: none
    delivery block;
};

constexpr std::size_t slot_count = 7;

static cudaError_t create(slot& mine, std::size_t bytes) {
    if (cudaError_t e = cudaEventCreateWithFlags(&mine.downloaded, cudaEventDisableTiming)) {
        return e;
    }
    if (cudaError_t e = cudaEventCreateWithFlags(&mine.consumed, cudaEventDisableTiming)) {
        return e;
    }
    if (cudaError_t e = cudaStreamCreateWithFlags(&mine.stream, cudaStreamNonBlocking)) {
        return e;
    }
    if (cudaError_t e = cudaMallocHost(&mine.in, bytes)) {
        return e;
    }
    if (cudaError_t e = cudaMallocHost(&mine.out, bytes)) {
        return e;
    }
    return cudaMalloc(&mine.device, bytes);
}

static void destroy(slot& mine) {
    if (mine.stream != nullptr) {
        cudaStreamSynchronize(mine.stream);  // a block that is no longer wanted may be under way
        cudaStreamDestroy(mine.stream);
    }
    if (mine.downloaded != nullptr) {
        cudaEventDestroy(mine.downloaded);
    }
    if (mine.consumed != nullptr) {
        cudaEventDestroy(mine.consumed);
    }
    cudaFreeHost(mine.in);  // of nullptr: does nothing
    cudaFreeHost(mine.out);
    cudaFree(mine.device);
}

// Copy in, launch, copy out, and hand over. Returns while they run.
static cudaError_t issue(slot& mine, cudaStream_t delivering) {
    const std::size_t count = mine.block.count;
    const std::size_t bytes = count * sizeof(std::uint32_t);
    if (cudaError_t e =
            cudaMemcpyAsync(mine.device, mine.in, bytes, cudaMemcpyHostToDevice, mine.stream)) {
        return e;
    }
    advance<<<blocks_for(count), threads_per_block, 0, mine.stream>>>(mine.device, count,
                                                                      mine.block.work->steps);
    if (cudaError_t e = cudaGetLastError()) {
        return e;
    }
    if (cudaError_t e =
            cudaMemcpyAsync(mine.out, mine.device, bytes, cudaMemcpyDeviceToHost, mine.stream)) {
        return e;
    }
    if (cudaError_t e = cudaEventRecord(mine.downloaded, mine.stream)) {
        return e;
    }
    if (cudaError_t e = cudaStreamWaitEvent(delivering, mine.downloaded, 0)) {
        return e;
    }
    if (cudaError_t e = cudaLaunchHostFunc(delivering, consume, &mine.block)) {
        return e;
    }
    mine.count = count;  // from here on it is delivered, whatever comes
    return cudaEventRecord(mine.consumed, delivering);
}

// The slot stays without a block when there is none, or when its way cannot even begin.
static cudaError_t take(slot& mine, cudaStream_t delivering, bool& refused, const job& work) {
    std::size_t count = 0;
    if (cudaError_t e = work.stop_requested() ? cudaSuccess : work.produce(mine.in, count)) {
        return e;
    }
    mine.block = {&work, mine.out, count, &refused, cudaSuccess};
    return count > 0 ? issue(mine, delivering) : cudaSuccess;
}

static cudaError_t finish(slot& mine) {
    if (std::exchange(mine.count, 0) == 0) {
        return cudaSuccess;
    }
    const cudaError_t error = cudaEventSynchronize(mine.consumed);
    return error != cudaSuccess ? error : mine.block.result;
}

static cudaError_t run(slot (&slots)[slot_count], cudaStream_t delivering, bool& refused,
                       const job& work) {
    cudaError_t error = cudaSuccess;
    std::size_t turn = 0;
    do {
        if (cudaError_t late = finish(slots[turn % slot_count])) {
            return late;
        }
        error = take(slots[turn % slot_count], delivering, refused, work);
    } while (error == cudaSuccess && slots[turn++ % slot_count].count > 0);
    for (slot& each : slots) {
        const cudaError_t late = finish(each);
        error = error != cudaSuccess ? error : late;
    }
    return error;
}

cudaError_t process(const job& work) {
    slot slots[slot_count];
    cudaStream_t delivering = nullptr;
    bool refused = false;
    cudaError_t error = cudaStreamCreateWithFlags(&delivering, cudaStreamNonBlocking);
    for (slot& each : slots) {
        error = error != cudaSuccess ? error : create(each, work.largest * sizeof(std::uint32_t));
    }
    if (error == cudaSuccess) {
        error = run(slots, delivering, refused, work);
    }
    if (delivering != nullptr) {
        cudaStreamSynchronize(delivering);
        cudaStreamDestroy(delivering);
    }
    for (slot& each : slots) {
        destroy(each);
    }
    return error;
}
