// Misconception: A copy goes into the stream of the launch before it.

#include "lab.hpp"

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// What the host does with the results: it reads every 16th of them.
static std::uint64_t check_sum(const std::uint32_t* elements, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; i += 16) {
        sum += elements[i];
    }
    return sum;
}

// Upload, kernel and download, all in the stream. Returns while they run.
static cudaError_t issue(const job& work, std::uint32_t* buffer, cudaStream_t stream) {
    const std::size_t bytes = work.count * sizeof(std::uint32_t);
    if (work.count == 0) {
        return cudaSuccess;
    }
    if (cudaError_t error =
            cudaMemcpyAsync(buffer, work.input, bytes, cudaMemcpyHostToDevice, stream)) {
        return error;
    }
    advance<<<blocks_for(work.count), threads_per_block, 0, stream>>>(buffer, work.count,
                                                                      work.steps);
    if (cudaError_t error = cudaGetLastError()) {
        return error;
    }
    if (cudaError_t error = cudaMemcpyAsync(work.output, buffer, bytes, cudaMemcpyDeviceToHost)) {
        return error;
    }
    return cudaSuccess;
}

static cudaError_t run(const job& work, std::uint32_t* buffer, cudaStream_t stream,
                       std::uint64_t& sum) {
    if (cudaError_t error = issue(work, buffer, stream)) {
        return error;
    }
    work.host_work();
    if (cudaError_t error = cudaStreamSynchronize(stream)) {
        return error;
    }
    sum = check_sum(work.output, work.count);
    return cudaSuccess;
}

cudaError_t process(const job& work, std::uint64_t& sum) {
    cudaStream_t stream = nullptr;
    std::uint32_t* buffer = nullptr;
    cudaError_t error = cudaStreamCreate(&stream);
    if (error == cudaSuccess) {
        error = cudaMalloc(&buffer, work.count * sizeof(std::uint32_t));
    }
    if (error == cudaSuccess) {
        error = run(work, buffer, stream, sum);
    }
    // After an error some work may still be under way: wait before its memory goes.
    if (error != cudaSuccess && stream != nullptr) {
        cudaStreamSynchronize(stream);
    }
    cudaFree(buffer);
    if (stream != nullptr) {
        cudaStreamDestroy(stream);
    }
    return error;
}
