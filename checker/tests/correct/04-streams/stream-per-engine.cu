// Correct: a stream for each engine and events between them, four buffers in a ring.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

namespace {

constexpr std::size_t ring = 4;

struct slot {
    std::uint32_t* buffer = nullptr;
    cudaEvent_t uploaded = nullptr;
    cudaEvent_t computed = nullptr;
    cudaEvent_t downloaded = nullptr;
};

struct machine {
    cudaStream_t up = nullptr;
    cudaStream_t compute = nullptr;
    cudaStream_t down = nullptr;
    slot slots[ring];
};

#define TRY(call)                               \
    do {                                        \
        if (const cudaError_t error = (call)) { \
            return error;                       \
        }                                       \
    } while (false)

cudaError_t build(machine& m, std::size_t chunk) {
    for (auto* stream : {&m.up, &m.compute, &m.down}) {
        TRY(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    for (auto& s : m.slots) {
        TRY(cudaMalloc(&s.buffer, chunk * sizeof(std::uint32_t)));
        for (auto* event : {&s.uploaded, &s.computed, &s.downloaded}) {
            TRY(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
        }
    }
    return cudaSuccess;
}

cudaError_t feed(machine& m, const job& work) {
    for (std::size_t first = 0, turn = 0; first < work.count; first += work.chunk, ++turn) {
        const auto count = std::min(work.chunk, work.count - first);
        const auto bytes = count * sizeof(std::uint32_t);
        auto& s = m.slots[turn % ring];
        // Never recorded in the first round: then there is nothing to wait for.
        TRY(cudaStreamWaitEvent(m.up, s.downloaded, 0));
        TRY(cudaMemcpyAsync(s.buffer, work.input + first, bytes, cudaMemcpyHostToDevice, m.up));
        TRY(cudaEventRecord(s.uploaded, m.up));
        TRY(cudaStreamWaitEvent(m.compute, s.uploaded, 0));
        workload::
            advance<<<workload::blocks_for(count), workload::threads_per_block, 0, m.compute>>>(
                s.buffer, count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(s.computed, m.compute));
        TRY(cudaStreamWaitEvent(m.down, s.computed, 0));
        TRY(cudaMemcpyAsync(work.output + first, s.buffer, bytes, cudaMemcpyDeviceToHost, m.down));
        TRY(cudaEventRecord(s.downloaded, m.down));
    }
    // All work ends in the download stream.
    return cudaStreamSynchronize(m.down);
}

void tear_down(machine& m) {
    for (auto& s : m.slots) {
        for (auto* event : {s.uploaded, s.computed, s.downloaded}) {
            if (event != nullptr) {
                cudaEventDestroy(event);
            }
        }
        cudaFree(s.buffer);
    }
    for (auto* stream : {m.up, m.compute, m.down}) {
        if (stream != nullptr) {
            cudaStreamDestroy(stream);
        }
    }
}

}  // namespace

cudaError_t process(const job& work) {
    machine m;
    cudaError_t error = build(m, work.chunk);
    if (error == cudaSuccess) {
        error = feed(m, work);
    }
    if (error != cudaSuccess) {
        cudaDeviceSynchronize();
    }
    tear_down(m);
    return error;
}
