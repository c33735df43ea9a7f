// Correct: a host thread drives each lane.

#include "lab.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

constexpr std::size_t lane_count = 3;

// The first error of any lane; the others stop when they meet it.
class first_error {
public:
    bool note(cudaError_t error) {
        cudaError_t none = cudaSuccess;
        if (error != cudaSuccess) {
            error_.compare_exchange_strong(none, error);
        }
        return error_ != cudaSuccess;
    }
    cudaError_t get() const { return error_; }

private:
    std::atomic<cudaError_t> error_ = cudaSuccess;
};

// Every lane_count-th chunk, from the one with this number.
static void run_lane(const job& work, std::size_t number, first_error& failed) {
    cudaStream_t stream = nullptr;
    std::uint32_t* buffer = nullptr;
    if (failed.note(cudaStreamCreate(&stream))) {
        return;
    }
    bool stopped = failed.note(cudaMalloc(&buffer, work.chunk * sizeof(std::uint32_t)));
    for (std::size_t first = number * work.chunk; first < work.count && !stopped;
         first += lane_count * work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);
        stopped = failed.note(
            cudaMemcpyAsync(buffer, work.input + first, bytes, cudaMemcpyHostToDevice, stream));
        if (stopped) {
            break;
        }
        advance<<<blocks_for(count), threads_per_block, 0, stream>>>(buffer, count, work.steps);
        stopped = failed.note(cudaGetLastError()) ||
                  failed.note(cudaMemcpyAsync(work.output + first, buffer, bytes,
                                              cudaMemcpyDeviceToHost, stream));
    }
    // Also after an error: what was issued before it may still use the buffer.
    failed.note(cudaStreamSynchronize(stream));
    cudaStreamDestroy(stream);
    cudaFree(buffer);  // of nullptr: does nothing
}

cudaError_t process(const job& work) {
    first_error failed;
    std::array<std::thread, lane_count> lanes;
    for (std::size_t i = 0; i < lane_count; ++i) {
        lanes[i] = std::thread(run_lane, std::cref(work), i, std::ref(failed));
    }
    for (std::thread& each : lanes) {
        each.join();
    }
    return failed.get();
}
