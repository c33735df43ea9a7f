// A stream for each lane, everything of a chunk in it; the chain is an event from lane to lane.
// Each lane has a total of its own, and they are added up at the end.

#include "lab.hpp"

#include <algorithm>

#include "kernels.cuh"

using namespace workload;  // blocks_for, threads_per_block

struct lane {
    cudaStream_t stream = nullptr;
    cudaEvent_t computed = nullptr;
    std::uint32_t* buffer = nullptr;
    std::uint32_t* total = nullptr;
};

constexpr std::size_t lane_count = 4;

static cudaError_t create(lane& mine, std::size_t bytes) {
    cudaError_t error = cudaStreamCreate(&mine.stream);
    error = error ? error : cudaEventCreateWithFlags(&mine.computed, cudaEventDisableTiming);
    error = error ? error : cudaMalloc(&mine.buffer, bytes);
    error = error ? error : cudaMalloc(&mine.total, bytes);
    return error ? error : cudaMemsetAsync(mine.total, 0, bytes, mine.stream);
}

static cudaError_t issue_chunks(lane (&lanes)[lane_count], const job& work) {
    for (std::size_t first = 0, i = 0; first < work.count; first += work.chunk, ++i) {
        const std::size_t count = std::min(work.chunk, work.count - first);
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const lane& mine = lanes[i % lane_count];
        const lane& before = lanes[(i + lane_count - 1) % lane_count];
        const bool is_chain = work.needs == pattern::kernel_to_kernel;
        const bool adds_up = work.needs == pattern::sum_at_the_end;
        cudaError_t error = cudaSuccess;
        if (work.needs == pattern::through_the_host) {
            error = cudaStreamSynchronize(before.stream);
            if (error == cudaSuccess) {
                work.prepare(first, count);
            }
        }
        if (is_chain) {
            // What is in this lane's buffer was read by the next lane's kernel.
            error = cudaStreamWaitEvent(mine.stream, lanes[(i + 1) % lane_count].computed, 0);
        }
        error = error ? error
                      : cudaMemcpyAsync(mine.buffer, work.input + first, bytes,
                                        cudaMemcpyHostToDevice, mine.stream);
        if (error == cudaSuccess && is_chain) {
            error = cudaStreamWaitEvent(mine.stream, before.computed, 0);
        }
        if (error != cudaSuccess) {
            return error;
        }
        advance_chunk<<<blocks_for(count), threads_per_block, 0, mine.stream>>>(
            mine.buffer, is_chain && i > 0 ? before.buffer : nullptr,
            adds_up ? mine.total : nullptr, count, work.steps);
        error = cudaGetLastError();
        error = error ? error : cudaEventRecord(mine.computed, mine.stream);
        if (error == cudaSuccess && !adds_up) {
            error = cudaMemcpyAsync(work.output + first, mine.buffer, bytes, cudaMemcpyDeviceToHost,
                                    mine.stream);
        }
        if (error != cudaSuccess) {
            return error;
        }
    }
    return cudaSuccess;
}

static cudaError_t add_up(lane (&lanes)[lane_count], const job& work) {
    const lane& last = lanes[0];
    for (std::size_t i = 1; i < lane_count; ++i) {
        cudaError_t error = cudaEventRecord(lanes[i].computed, lanes[i].stream);
        error = error ? error : cudaStreamWaitEvent(last.stream, lanes[i].computed, 0);
        if (error != cudaSuccess) {
            return error;
        }
        add_to<<<blocks_for(work.chunk), threads_per_block, 0, last.stream>>>(
            last.total, lanes[i].total, work.chunk);
        if ((error = cudaGetLastError()) != cudaSuccess) {
            return error;
        }
    }
    return cudaMemcpyAsync(work.output, last.total, work.chunk * sizeof(std::uint32_t),
                           cudaMemcpyDeviceToHost, last.stream);
}

cudaError_t process(const job& work) {
    lane lanes[lane_count];
    cudaError_t error = cudaSuccess;
    for (lane& each : lanes) {
        error = error ? error : create(each, work.chunk * sizeof(std::uint32_t));
    }
    error = error ? error : issue_chunks(lanes, work);
    if (error == cudaSuccess && work.needs == pattern::sum_at_the_end) {
        error = add_up(lanes, work);
    }
    for (lane& each : lanes) {
        if (each.stream != nullptr) {
            const cudaError_t waited = cudaStreamSynchronize(each.stream);
            error = error ? error : waited;
        }
    }
    for (lane& each : lanes) {
        cudaFree(each.buffer);
        cudaFree(each.total);
        if (each.computed != nullptr) {
            cudaEventDestroy(each.computed);
        }
        if (each.stream != nullptr) {
            cudaStreamDestroy(each.stream);
        }
    }
    return error;
}
