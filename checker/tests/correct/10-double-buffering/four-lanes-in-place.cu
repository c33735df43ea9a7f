// Correct: four device buffers in place, each with a stream of its own, as in lab 04.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

struct lane {
    cudaStream_t stream = nullptr;
    std::uint32_t* buffer = nullptr;
};

struct lanes_and_staging {
    lane lanes[4];
    std::uint32_t* pinned[2] = {};
    cudaEvent_t sent[2] = {};
};

static cudaError_t create(lanes_and_staging& mine, std::size_t bytes) {
    for (lane& each : mine.lanes) {
        TRY(cudaStreamCreate(&each.stream));
        TRY(cudaMalloc(&each.buffer, bytes));
    }
    for (int i = 0; i < 2; ++i) {
        TRY(cudaMallocHost(&mine.pinned[i], bytes));
        TRY(cudaEventCreateWithFlags(&mine.sent[i], cudaEventDisableTiming));
    }
    return cudaSuccess;
}

static cudaError_t issue(const lanes_and_staging& mine, const job& work) {
    for (std::size_t i = 0, first = 0; first < work.count; ++i, first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const lane& l = mine.lanes[i % 4];
        TRY(cudaEventSynchronize(mine.sent[i % 2]));
        work.produce(first, count, mine.pinned[i % 2]);
        TRY(cudaMemcpyAsync(l.buffer, mine.pinned[i % 2], bytes, cudaMemcpyDefault, l.stream));
        TRY(cudaEventRecord(mine.sent[i % 2], l.stream));
        advance<<<blocks_for(count), threads_per_block, 0, l.stream>>>(l.buffer, count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaMemcpyAsync(work.output + first, l.buffer, bytes, cudaMemcpyDefault, l.stream));
    }
    return cudaSuccess;
}

static cudaError_t finish(lanes_and_staging& mine) {
    cudaError_t result = cudaSuccess;
    for (lane& each : mine.lanes) {
        if (each.stream != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each.stream);
            result = result != cudaSuccess ? result : error;
            cudaStreamDestroy(each.stream);
        }
        cudaFree(each.buffer);
    }
    for (int i = 0; i < 2; ++i) {
        if (mine.sent[i] != nullptr) {
            cudaEventDestroy(mine.sent[i]);
        }
        cudaFreeHost(mine.pinned[i]);
    }
    return result;
}

cudaError_t process(const job& work) {
    lanes_and_staging mine;
    cudaError_t error = create(mine, work.chunk * sizeof(std::uint32_t));
    if (error == cudaSuccess) {
        error = issue(mine, work);
    }
    const cudaError_t finished = finish(mine);
    return error != cudaSuccess ? error : finished;
}
