// The loops that the chapters print, each with what it needs around it. check_loops.py takes them
// out of the pages, in the order in which they stand there, and runs this on the simulated device,
// which reports whatever is wrong with them.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace {

constexpr std::size_t chunk = 4096, chunks = 8, bytes = chunk * sizeof(float);
constexpr unsigned threads = 256;

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + threads - 1) / threads);
}

__device__ std::size_t my_element() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__global__ void scale(float* x, std::size_t n, float by) {
    if (const std::size_t i = my_element(); i < n)
        x[i] *= by;
}
__global__ void combine(float* x, const float* before, std::size_t n) {
    if (const std::size_t i = my_element(); i < n)
        x[i] += before[i];
}
__global__ void consume(const float* x, std::size_t n, float* sums) {
    if (const std::size_t i = my_element(); i < n)
        sums[i] += x[i];
}
__global__ void add_up(const float* x, std::size_t n, float* sums) {
    if (const std::size_t i = my_element(); i < n)
        sums[i] += x[i];
}

float* pinned_memory(std::size_t count) {
    float* p = nullptr;
    cudaMallocHost(&p, count * sizeof(float));
    std::fill(p, p + count, 1.0f);
    return p;
}

/// What a pipeline has: streams for two stages, and buffers with an event for each of two purposes.
template <int count>
struct pipeline {
    cudaStream_t up, compute;
    float* buffer[count];
    cudaEvent_t filled[count], free_again[count];
    float* input = pinned_memory(chunk * chunks);
    float* sums = nullptr;

    pipeline() {
        cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
        for (int b = 0; b < count; ++b) {
            cudaMalloc(&buffer[b], bytes);
            cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming);
            cudaEventCreateWithFlags(&free_again[b], cudaEventDisableTiming);
        }
        cudaMalloc(&sums, bytes);
    }
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;
    ~pipeline() {
        cudaDeviceSynchronize();
        for (int b = 0; b < count; ++b) {
            cudaFree(buffer[b]);
            cudaEventDestroy(filled[b]);
            cudaEventDestroy(free_again[b]);
        }
        cudaFree(sums);
        cudaFreeHost(input);
        cudaStreamDestroy(up);
        cudaStreamDestroy(compute);
    }
};

void over_streams() {
    constexpr std::size_t total = chunk * chunks - 100;
    float *input = pinned_memory(total), *output = pinned_memory(total);
#include "04-streams-1.inc"
    cudaFreeHost(input);
    cudaFreeHost(output);
}

void timed() {
    pipeline<1> p;
    constexpr std::size_t count = chunk;
    auto& [up, stream, buffers, filled, free_again, input, sums] = p;
    float* const buffer = buffers[0];
    const auto report = [](double, double) {};
    cudaMemsetAsync(buffer, 0, bytes, stream);
#include "06-event-timing-1.inc"
}

void double_buffered() {
    pipeline<2> p;
    auto& [up, compute, buffers, first, second, input, sums] = p;
    cudaMemsetAsync(sums, 0, bytes, compute);
#include "10-double-buffering-1.inc"
    for (int b = 0; b < 2; ++b) {
        cudaEventDestroy(filled[b]);
        cudaEventDestroy(used[b]);
    }
}

void produced() {
    pipeline<2> p;
    auto& [up, compute, buffers, sent, free_again, input, sums] = p;
    float* pinned[2] = {pinned_memory(chunk), pinned_memory(chunk)};
    const auto produce = [](std::size_t i, float* to) {
        std::fill(to, to + chunk, static_cast<float>(i));
    };
#include "10-double-buffering-2.inc"
    cudaStreamSynchronize(up);
    cudaFreeHost(pinned[0]);
    cudaFreeHost(pinned[1]);
}

void chained() {
    constexpr std::size_t buffers = 3;
    pipeline<buffers> p;
    auto& [up, compute, buffer, filled, free_again, input, sums] = p;
#include "11-dependent-chunks-1.inc"
}

void added_up() {
    pipeline<2> p;
    constexpr std::size_t total_bytes = bytes;
    auto& [up, compute, buffer, filled, used, input, total] = p;
    float* result = pinned_memory(chunk);
#include "11-dependent-chunks-2.inc"
    cudaStreamSynchronize(compute);
    cudaFreeHost(result);
}

}  // namespace

int main() {
    over_streams();
    timed();
    double_buffered();
    produced();
    chained();
    added_up();
}
