#include "checker/harness/tuning/tuned_pipeline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace checker {
namespace {

void expect_success(cudaError_t error) {
    if (error != cudaSuccess) {
        throw std::runtime_error(
            fmt::format("the pipeline to be tuned failed: {}", cudaGetErrorString(error)));
    }
}

}  // namespace

tuned_pipeline::tuned_pipeline(device_session& device, std::size_t count, unsigned int steps)
    : device_(device),
      count_(count),
      steps_(steps),
      input_(device, count, host_memory::pinned, 0),
      output_(device, count, host_memory::pinned, 0) {
    input_.declare_written();
    // No more lanes than chunks are used: together they hold the job and a rest of a chunk.
    void* memory = nullptr;
    expect_success(cudaMalloc(&memory, 2 * count * sizeof(std::uint32_t)));
    buffers_ = static_cast<std::uint32_t*>(memory);
    for (auto& stream : streams_) {
        expect_success(cudaStreamCreate(&stream));
    }
}

tuned_pipeline::~tuned_pipeline() {
    static_cast<void>(cudaDeviceSynchronize());
    for (const auto stream : streams_) {
        if (stream != nullptr) {
            static_cast<void>(cudaStreamDestroy(stream));
        }
    }
    static_cast<void>(cudaFree(buffers_));
}

cudaError_t tuned_pipeline::issue(std::size_t first, std::size_t count, std::size_t chunk,
                                  std::size_t lane) {
    const std::size_t size = count * sizeof(std::uint32_t);
    auto* const buffer = buffers_ + lane * chunk;
    const auto stream = streams_[lane];
    if (const auto error =
            cudaMemcpyAsync(buffer, input_.data() + first, size, cudaMemcpyHostToDevice, stream)) {
        return error;
    }
    device_.launch_kernel(buffer, count, steps_, stream);
    return cudaMemcpyAsync(output_.data() + first, buffer, size, cudaMemcpyDeviceToHost, stream);
}

cudaError_t tuned_pipeline::run(std::size_t chunk, std::size_t streams) {
    if (chunk == 0 || streams == 0 || streams > most_streams) {
        return cudaErrorInvalidValue;
    }
    const std::size_t length = std::min(chunk, count_);
    const std::size_t lanes = std::min(streams, (count_ + length - 1) / length);
    auto error = cudaSuccess;
    std::size_t next = 0;
    for (std::size_t first = 0; first < count_ && error == cudaSuccess; first += length) {
        error = issue(first, std::min(length, count_ - first), length, next++ % lanes);
    }
    for (std::size_t i = 0; i < lanes; ++i) {
        const auto waited = cudaStreamSynchronize(streams_[i]);
        error = error != cudaSuccess ? error : waited;
    }
    return error;
}

nanoseconds tuned_pipeline::time_of(std::size_t chunk, std::size_t streams) {
    std::vector<nanoseconds> times;
    for (int i = 0; i < device_.repetitions(); ++i) {
        const auto begin = device_.now();
        expect_success(run(chunk, streams));
        times.push_back(device_.now() - begin);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

}  // namespace checker
