// Misconception: Who waits only at the beginning of a turn may do with one stream.

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
    cudaStream_t up = nullptr, compute = nullptr, down = nullptr;
    buffer_set sets[2];
    cudaEvent_t uploaded[2] = {};    // staging may be refilled, input is complete
    cudaEvent_t computed[2] = {};    // input may be overwritten, result is complete
    cudaEvent_t downloaded[2] = {};  // result may be overwritten
};

static cudaError_t create(pipeline& mine, std::size_t bytes) {
    for (cudaStream_t* each : {&mine.up, &mine.compute, &mine.down}) {
        TRY(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
    }
    for (buffer_set& each : mine.sets) {
        TRY(cudaMallocHost(&each.staging, bytes));
        TRY(cudaMalloc(&each.input, bytes));
        TRY(cudaMalloc(&each.result, bytes));
    }
    for (auto* events : {&mine.uploaded, &mine.computed, &mine.downloaded}) {
        for (cudaEvent_t& each : *events) {
            TRY(cudaEventCreateWithFlags(&each, cudaEventDisableTiming));
        }
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

        TRY(cudaStreamSynchronize(mine.compute));
        work.produce(first, count, set.staging);

        TRY(cudaStreamWaitEvent(mine.compute, mine.computed[b], 0));
        TRY(cudaMemcpyAsync(set.input, set.staging, bytes, cudaMemcpyHostToDevice, mine.compute));
        TRY(cudaEventRecord(mine.uploaded[b], mine.compute));

        TRY(cudaStreamWaitEvent(mine.compute, mine.uploaded[b], 0));
        TRY(cudaStreamWaitEvent(mine.compute, mine.downloaded[b], 0));
        advance_into<<<blocks_for(count), threads_per_block, 0, mine.compute>>>(
            set.input, set.result, count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(mine.computed[b], mine.compute));

        TRY(cudaStreamWaitEvent(mine.down, mine.computed[b], 0));
        TRY(cudaMemcpyAsync(work.output + first, set.result, bytes, cudaMemcpyDeviceToHost,
                            mine.compute));
        TRY(cudaEventRecord(mine.downloaded[b], mine.compute));
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
    for (auto* events : {&mine.uploaded, &mine.computed, &mine.downloaded}) {
        for (cudaEvent_t each : *events) {
            if (each != nullptr) {
                cudaEventDestroy(each);
            }
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
