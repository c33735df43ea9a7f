// Misconception: The chunk before was in the same place.

#include "lab.hpp"

#include <algorithm>

#include "kernels.cuh"

using namespace workload;  // blocks_for, threads_per_block

// Leaves the function with the error of a call that fails.
#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

// A place for a chunk on the device, and how far the chunk that has it has come.
struct place {
    std::uint32_t* elements = nullptr;  // one chunk; the kernel works in place
    cudaEvent_t uploaded = nullptr, computed = nullptr, downloaded = nullptr;
};

struct pipeline {
    cudaStream_t up = nullptr, compute = nullptr, down = nullptr;
    place places[4];
    std::uint32_t* total = nullptr;  // one chunk, for the sum; else nullptr
};

static cudaError_t create(pipeline& mine, const job& work) {
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    for (cudaStream_t* each : {&mine.up, &mine.compute, &mine.down}) {
        TRY(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
    }
    for (place& each : mine.places) {
        TRY(cudaMalloc(&each.elements, bytes));
        for (cudaEvent_t* event : {&each.uploaded, &each.computed, &each.downloaded}) {
            TRY(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
        }
    }
    return work.needs == pattern::sum_at_the_end ? cudaMalloc(&mine.total, bytes) : cudaSuccess;
}

static cudaError_t issue_chunks(const pipeline& mine, const job& work) {
    const bool adds_up = work.needs == pattern::sum_at_the_end;
    if (adds_up) {
        TRY(cudaMemsetAsync(mine.total, 0, work.chunk * sizeof(std::uint32_t), mine.compute));
    }
    for (std::size_t first = 0, turn = 0; first < work.count; first += work.chunk, ++turn) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const place& here = mine.places[turn % 4];          // chunk turn - 4 was here
        const place& before = mine.places[(turn + 3) % 4];  // chunk turn - 1 is there
        if (work.needs == pattern::through_the_host) {
            TRY(cudaEventSynchronize(here.downloaded));
            work.prepare(first, count);
        }
        TRY(cudaStreamWaitEvent(mine.up, here.downloaded, 0));
        // The last kernel that uses what is here is that of chunk turn - 3, which combines with it.
        TRY(cudaStreamWaitEvent(mine.up, mine.places[(turn + 1) % 4].computed, 0));
        TRY(cudaMemcpyAsync(here.elements, work.input + first, bytes, cudaMemcpyHostToDevice,
                            mine.up));
        TRY(cudaEventRecord(here.uploaded, mine.up));
        // All kernels are in one stream: each finds what the one before it has left.
        TRY(cudaStreamWaitEvent(mine.compute, here.uploaded, 0));
        const bool combines = work.needs == pattern::kernel_to_kernel && turn > 0;
        advance_chunk<<<blocks_for(count), threads_per_block, 0, mine.compute>>>(
            here.elements, combines ? before.elements : nullptr, mine.total, count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(here.computed, mine.compute));
        if (!adds_up) {
            TRY(cudaStreamWaitEvent(mine.down, here.computed, 0));
            TRY(cudaMemcpyAsync(work.output + first, here.elements, bytes, cudaMemcpyDeviceToHost,
                                mine.down));
            TRY(cudaEventRecord(here.downloaded, mine.down));
        }
    }
    if (adds_up) {
        TRY(cudaMemcpyAsync(work.output, mine.total, work.chunk * sizeof(std::uint32_t),
                            cudaMemcpyDeviceToHost, mine.compute));
    }
    return cudaSuccess;
}

// Waits for all that was issued, and gives everything back.
static cudaError_t finish(pipeline& mine) {
    cudaError_t first_error = cudaSuccess;
    for (cudaStream_t each : {mine.up, mine.compute, mine.down}) {
        if (each != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each);
            first_error = first_error != cudaSuccess ? first_error : error;
            cudaStreamDestroy(each);
        }
    }
    for (const place& each : mine.places) {
        for (cudaEvent_t event : {each.uploaded, each.computed, each.downloaded}) {
            if (event != nullptr) {
                cudaEventDestroy(event);
            }
        }
        cudaFree(each.elements);  // of nullptr: does nothing
    }
    cudaFree(mine.total);
    return first_error;
}

cudaError_t process(const job& work) {
    pipeline mine;
    cudaError_t error = create(mine, work);
    error = error != cudaSuccess ? error : issue_chunks(mine, work);
    // Also after an error: what was issued before it may still use the places.
    const cudaError_t finished = finish(mine);
    return error != cudaSuccess ? error : finished;
}
