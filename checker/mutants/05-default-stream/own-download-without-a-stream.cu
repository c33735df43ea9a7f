// Misconception: In a thread of its own, a copy is in the thread's own stream.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"
#include "kernels.cuh"

using workload::advance, workload::blocks_for, workload::threads_per_block;

// Leaves the function with the error of a call that fails.
#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

constexpr std::size_t lane_count = 3;
struct pipeline {
    struct {
        cudaStream_t stream = nullptr;
        std::uint32_t* buffer = nullptr;  // a chunk, and its sum behind it
    } lanes[lane_count];
    std::uint32_t* digest = nullptr;  // device memory
    cudaEvent_t appended = nullptr;   // for an order between streams
};

static cudaError_t create(pipeline& mine, const job& work) {
    for (auto& each : mine.lanes) {
        TRY(cudaStreamCreate(&each.stream));
        TRY(cudaMalloc(&each.buffer, (work.chunk + 1) * sizeof(std::uint32_t)));
    }
    TRY(cudaEventCreateWithFlags(&mine.appended, cudaEventDisableTiming));
    TRY(cudaMalloc(&mine.digest, sizeof(std::uint32_t)));
    return cudaMemset(mine.digest, 0, sizeof(std::uint32_t));
}

static cudaError_t issue(const job& work, const pipeline& mine, std::size_t index) {
    const std::size_t first = index * work.chunk;
    const std::size_t count = std::min(work.chunk, work.count - first);  // elements
    const std::size_t bytes = count * sizeof(std::uint32_t);
    const auto [stream, buffer] = mine.lanes[index % lane_count];
    std::uint32_t* sum = buffer + work.chunk;
    const unsigned int sum_blocks = blocks_for(summands_of(count));

    TRY(cudaMemsetAsync(sum, 0, sizeof *sum, stream));
    TRY(cudaMemcpyAsync(buffer, work.input + first, bytes, cudaMemcpyHostToDevice, stream));
    advance<<<blocks_for(count), threads_per_block, 0, stream>>>(buffer, count, work.steps);
    TRY(cudaGetLastError());
    add_up<<<sum_blocks, threads_per_block, 0, stream>>>(buffer, count, sum);
    TRY(cudaGetLastError());
    // The digest goes from stream to stream. Before the first record there is nothing to wait for.
    TRY(cudaStreamWaitEvent(stream, mine.appended, 0));
    append<<<1, 1, 0, stream>>>(mine.digest, sum);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(mine.appended, stream));
    TRY(cudaMemcpyAsync(work.sums + index, sum, sizeof *sum, cudaMemcpyDeviceToHost, stream));
    return cudaMemcpyAsync(work.output + first, buffer, bytes, cudaMemcpyDeviceToHost, stream);
}

// Waits for all lanes, also after an error, and gives everything back.
static cudaError_t finish(pipeline& mine) {
    cudaError_t first_error = cudaSuccess;
    for (auto& each : mine.lanes) {
        if (each.stream != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each.stream);
            first_error = first_error != cudaSuccess ? first_error : error;
            cudaStreamDestroy(each.stream);
        }
        cudaFree(each.buffer);
    }
    if (mine.appended != nullptr) {
        cudaEventDestroy(mine.appended);
    }
    cudaFree(mine.digest);
    return first_error;
}

cudaError_t process(const job& work) {
    pipeline mine;
    cudaError_t error = create(mine, work);
    for (std::size_t i = 0; i * work.chunk < work.count && error == cudaSuccess; ++i) {
        error = issue(work, mine, i);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(work.digest, mine.digest, sizeof *work.digest, cudaMemcpyDeviceToHost);
    }
    const cudaError_t waited = finish(mine);
    return error != cudaSuccess ? error : waited;
}

static cudaError_t issue_own(const job& work, std::size_t first, std::uint32_t* buffer) {
    const std::size_t count = std::min(work.chunk, work.count - first);  // elements
    const std::size_t bytes = count * sizeof *buffer;
    const cudaStream_t own = cudaStreamPerThread;
    TRY(cudaMemcpyAsync(buffer, work.input + first, bytes, cudaMemcpyHostToDevice, own));
    advance<<<blocks_for(count), threads_per_block, 0, own>>>(buffer, count, work.steps);
    TRY(cudaGetLastError());
    return cudaMemcpyAsync(work.output + first, buffer, bytes, cudaMemcpyDeviceToHost);
}

cudaError_t process_share(const job& work, std::size_t number, std::size_t threads) {
    std::uint32_t* buffer = nullptr;
    cudaError_t error = cudaMalloc(&buffer, work.chunk * sizeof *buffer);
    const std::size_t stride = threads * work.chunk;
    for (std::size_t i = number * work.chunk; i < work.count && error == cudaSuccess; i += stride) {
        error = issue_own(work, i, buffer);
    }
    const cudaError_t waited = cudaStreamSynchronize(cudaStreamPerThread);
    cudaFree(buffer);
    return error != cudaSuccess ? error : waited;
}
