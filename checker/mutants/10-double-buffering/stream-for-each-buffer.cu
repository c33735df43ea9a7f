// Misconception: As in lab 04: a stream for each buffer needs no events at all.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance_into;
using workload::blocks_for;
using workload::threads_per_block;

// Leaves the function with the error of a call that fails.
#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

// What a chunk passes through: one set is for the even chunks, the other for the odd ones.
struct buffer_set {
    std::uint32_t* staging = nullptr;  // pinned host memory for one chunk
    std::uint32_t* input = nullptr;    // device memory for one chunk
    std::uint32_t* result = nullptr;   // device memory for one chunk
};

struct pipeline {
    cudaStream_t streams[2] = {};
    cudaEvent_t uploaded[2] = {};
    buffer_set sets[2];
};

static cudaError_t create(pipeline& mine, std::size_t bytes) {
    for (int b = 0; b < 2; ++b) {
        TRY(cudaStreamCreateWithFlags(&mine.streams[b], cudaStreamNonBlocking));
        TRY(cudaEventCreateWithFlags(&mine.uploaded[b], cudaEventDisableTiming));
        TRY(cudaMallocHost(&mine.sets[b].staging, bytes));
        TRY(cudaMalloc(&mine.sets[b].input, bytes));
        TRY(cudaMalloc(&mine.sets[b].result, bytes));
    }
    return cudaSuccess;
}

static cudaError_t issue_chunks(const pipeline& mine, const job& work) {
    std::size_t turn = 0;
    for (std::size_t first = 0; first < work.count; first += work.chunk, ++turn) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const std::size_t b = turn % 2;
        const buffer_set& set = mine.sets[b];

        TRY(cudaEventSynchronize(mine.uploaded[b]));  // chunk turn - 2 has left the staging buffer
        work.produce(first, count, set.staging);
        TRY(cudaMemcpyAsync(set.input, set.staging, bytes, cudaMemcpyHostToDevice,
                            mine.streams[b]));
        TRY(cudaEventRecord(mine.uploaded[b], mine.streams[b]));
        advance_into<<<blocks_for(count), threads_per_block, 0, mine.streams[b]>>>(
            set.input, set.result, count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaMemcpyAsync(work.output + first, set.result, bytes, cudaMemcpyDeviceToHost,
                            mine.streams[b]));
    }
    return cudaSuccess;
}

// Waits for all that was issued, and gives everything back.
static cudaError_t finish(pipeline& mine) {
    cudaError_t first_error = cudaSuccess;
    for (cudaStream_t each : mine.streams) {
        if (each != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each);
            first_error = first_error != cudaSuccess ? first_error : error;
            cudaStreamDestroy(each);
        }
    }
    for (cudaEvent_t each : mine.uploaded) {
        if (each != nullptr) {
            cudaEventDestroy(each);
        }
    }
    for (const buffer_set& each : mine.sets) {
        cudaFree(each.result);  // of nullptr: does nothing
        cudaFree(each.input);
        cudaFreeHost(each.staging);
    }
    return first_error;
}

cudaError_t process(const job& work) {
    pipeline mine;
    cudaError_t error = create(mine, work.chunk * sizeof(std::uint32_t));
    if (error == cudaSuccess) {
        error = issue_chunks(mine, work);
    }
    // Also after an error: what was issued before it may still use the buffers.
    const cudaError_t finished = finish(mine);
    return error != cudaSuccess ? error : finished;
}
