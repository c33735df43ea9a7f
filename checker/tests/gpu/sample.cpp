#include "checker/tests/gpu/sample.hpp"

#include <cstddef>

namespace sample {

constexpr std::size_t size = 4096;

cudaError_t make(things& all) {
    if (const auto error = cudaMalloc(&all.device, size)) {
        return error;
    }
    if (const auto error = cudaMallocHost(&all.pinned, size)) {
        return error;
    }
    if (const auto error = cudaStreamCreateWithFlags(&all.stream, cudaStreamNonBlocking)) {
        return error;
    }
    return cudaEventCreate(&all.event);
}

cudaError_t work(const things& all) {
    if (const auto error =
            cudaMemcpyAsync(all.device, all.pinned, size, cudaMemcpyHostToDevice, all.stream)) {
        return error;
    }
    if (const auto error = cudaEventRecord(all.event, all.stream)) {
        return error;
    }
    if (const auto error = cudaStreamWaitEvent(nullptr, all.event, 0)) {
        return error;
    }
    if (const auto error = cudaMemset(all.device, 0, size)) {
        return error;
    }
    if (const auto error = cudaEventSynchronize(all.event)) {
        return error;
    }
    return cudaStreamSynchronize(all.stream);
}

cudaError_t give_back(const things& all) {
    cudaEventDestroy(all.event);
    cudaStreamDestroy(all.stream);
    cudaFreeHost(all.pinned);
    return cudaFree(all.device);
}

cudaError_t allocate_twice(void** first, void** second) {
    const auto error = cudaMalloc(first, size);
    const auto other = cudaMalloc(second, size);
    return error != cudaSuccess ? error : other;
}

cudaError_t last_error() {
    return cudaGetLastError();
}

cudaError_t peek_at_error() {
    return cudaPeekAtLastError();
}

}  // namespace sample
