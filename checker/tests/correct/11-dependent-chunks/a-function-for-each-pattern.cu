// A function for each pattern. Where nothing can overlap, it does not try to.

#include "lab.hpp"

#include <algorithm>

#include "kernels.cuh"

using namespace workload;  // blocks_for, threads_per_block

#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

namespace {

constexpr std::size_t most = 5;

struct device_side {
    cudaStream_t streams[most] = {};
    cudaEvent_t events[most] = {};
    std::uint32_t* buffers[most] = {};
    std::uint32_t* total = nullptr;

    ~device_side() {
        for (std::size_t i = 0; i < most; ++i) {
            if (streams[i] != nullptr) {
                cudaStreamDestroy(streams[i]);
            }
            if (events[i] != nullptr) {
                cudaEventDestroy(events[i]);
            }
            cudaFree(buffers[i]);
        }
        cudaFree(total);
    }
};

struct piece {
    std::size_t number, first, count, bytes;
};

template <class Step>
cudaError_t for_each_chunk(const job& work, Step step) {
    std::size_t number = 0;
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);
        TRY(step(piece{number++, first, count, count * sizeof(std::uint32_t)}));
    }
    return cudaSuccess;
}

cudaError_t upload(const job& work, const piece& p, std::uint32_t* to, cudaStream_t stream) {
    return cudaMemcpyAsync(to, work.input + p.first, p.bytes, cudaMemcpyHostToDevice, stream);
}

cudaError_t download(const job& work, const piece& p, const std::uint32_t* from,
                     cudaStream_t stream) {
    return cudaMemcpyAsync(work.output + p.first, from, p.bytes, cudaMemcpyDeviceToHost, stream);
}

cudaError_t independent(const device_side& mine, const job& work) {
    return for_each_chunk(work, [&](const piece& p) {
        const cudaStream_t stream = mine.streams[p.number % most];
        std::uint32_t* const buffer = mine.buffers[p.number % most];
        TRY(upload(work, p, buffer, stream));
        advance_chunk<<<blocks_for(p.count), threads_per_block, 0, stream>>>(
            buffer, nullptr, nullptr, p.count, work.steps);
        TRY(cudaGetLastError());
        return download(work, p, buffer, stream);
    });
}

// Each kernel waits for the one before it, in another stream, and each upload for the last reader.
cudaError_t chain(const device_side& mine, const job& work) {
    return for_each_chunk(work, [&](const piece& p) {
        const cudaStream_t stream = mine.streams[p.number % most];
        std::uint32_t* const buffer = mine.buffers[p.number % most];
        const std::uint32_t* const before = mine.buffers[(p.number + most - 1) % most];
        TRY(cudaStreamWaitEvent(stream, mine.events[(p.number + 1) % most], 0));
        TRY(upload(work, p, buffer, stream));
        TRY(cudaStreamWaitEvent(stream, mine.events[(p.number + most - 1) % most], 0));
        advance_chunk<<<blocks_for(p.count), threads_per_block, 0, stream>>>(
            buffer, p.number > 0 ? before : nullptr, nullptr, p.count, work.steps);
        TRY(cudaGetLastError());
        TRY(cudaEventRecord(mine.events[p.number % most], stream));
        return download(work, p, buffer, stream);
    });
}

cudaError_t one_after_the_other(const device_side& mine, const job& work) {
    return for_each_chunk(work, [&](const piece& p) {
        work.prepare(p.first, p.count);
        TRY(cudaMemcpy(mine.buffers[0], work.input + p.first, p.bytes, cudaMemcpyHostToDevice));
        advance_chunk<<<blocks_for(p.count), threads_per_block>>>(mine.buffers[0], nullptr, nullptr,
                                                                  p.count, work.steps);
        TRY(cudaGetLastError());
        return cudaMemcpy(work.output + p.first, mine.buffers[0], p.bytes, cudaMemcpyDeviceToHost);
    });
}

// Two streams: one uploads, one adds up.
cudaError_t sum(const device_side& mine, const job& work) {
    const cudaStream_t up = mine.streams[0];
    const cudaStream_t compute = mine.streams[1];
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    TRY(cudaMemsetAsync(mine.total, 0, bytes, compute));
    TRY(for_each_chunk(work, [&](const piece& p) {
        std::uint32_t* const buffer = mine.buffers[p.number % 2];
        TRY(cudaStreamWaitEvent(up, mine.events[p.number % 2], 0));
        TRY(upload(work, p, buffer, up));
        TRY(cudaEventRecord(mine.events[2], up));
        TRY(cudaStreamWaitEvent(compute, mine.events[2], 0));
        advance_chunk<<<blocks_for(p.count), threads_per_block, 0, compute>>>(
            buffer, nullptr, mine.total, p.count, work.steps);
        TRY(cudaGetLastError());
        return cudaEventRecord(mine.events[p.number % 2], compute);
    }));
    return cudaMemcpyAsync(work.output, mine.total, bytes, cudaMemcpyDeviceToHost, compute);
}

cudaError_t run(device_side& mine, const job& work) {
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    for (std::size_t i = 0; i < most; ++i) {
        TRY(cudaStreamCreate(&mine.streams[i]));
        TRY(cudaEventCreateWithFlags(&mine.events[i], cudaEventDisableTiming));
        TRY(cudaMalloc(&mine.buffers[i], bytes));
    }
    TRY(cudaMalloc(&mine.total, bytes));
    switch (work.needs) {
        case pattern::independent:
            return independent(mine, work);
        case pattern::kernel_to_kernel:
            return chain(mine, work);
        case pattern::through_the_host:
            return one_after_the_other(mine, work);
        case pattern::sum_at_the_end:
            return sum(mine, work);
    }
    return cudaErrorInvalidValue;
}

}  // namespace

cudaError_t process(const job& work) {
    device_side mine;
    const cudaError_t error = run(mine, work);
    cudaError_t waited = cudaSuccess;
    for (cudaStream_t each : mine.streams) {
        if (each != nullptr) {
            const cudaError_t one = cudaStreamSynchronize(each);
            waited = waited != cudaSuccess ? waited : one;
        }
    }
    return error != cudaSuccess ? error : waited;
}
