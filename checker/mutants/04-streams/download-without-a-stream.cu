// Misconception: A copy goes into the stream of the launch before it.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// A stream and the device buffer that its chunks pass through, one after the other.
struct lane {
    cudaStream_t stream = nullptr;
    std::uint32_t* buffer = nullptr;
};

// Upload, kernel and download can run at the same time: three stages, three chunks, three lanes.
constexpr std::size_t lane_count = 3;

static cudaError_t create(lane (&lanes)[lane_count], const job& work) {
    for (lane& each : lanes) {
        if (cudaError_t error = cudaStreamCreate(&each.stream)) {
            return error;
        }
        if (cudaError_t error = cudaMalloc(&each.buffer, work.chunk * sizeof(std::uint32_t))) {
            return error;
        }
    }
    return cudaSuccess;
}

static cudaError_t issue_chunks(lane (&lanes)[lane_count], const job& work) {
    std::size_t next = 0;
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const lane& mine = lanes[next++ % lane_count];

        if (cudaError_t error = cudaMemcpyAsync(mine.buffer, work.input + first, bytes,
                                                cudaMemcpyHostToDevice, mine.stream)) {
            return error;
        }
        advance<<<blocks_for(count), threads_per_block, 0, mine.stream>>>(mine.buffer, count,
                                                                          work.steps);
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        // The next chunk of this lane waits for this copy by itself: a stream keeps its order.
        if (cudaError_t error =
                cudaMemcpyAsync(work.output + first, mine.buffer, bytes, cudaMemcpyDeviceToHost)) {
            return error;
        }
    }
    return cudaSuccess;
}

// Waits until every lane has done all that was issued to it.
static cudaError_t wait_for(lane (&lanes)[lane_count]) {
    cudaError_t first_error = cudaSuccess;
    for (lane& each : lanes) {
        if (each.stream != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each.stream);
            first_error = first_error != cudaSuccess ? first_error : error;
        }
    }
    return first_error;
}

static void destroy(lane (&lanes)[lane_count]) {
    for (lane& each : lanes) {
        if (each.stream != nullptr) {
            cudaStreamDestroy(each.stream);
        }
        cudaFree(each.buffer);  // of nullptr: does nothing
    }
}

cudaError_t process(const job& work) {
    lane lanes[lane_count];
    cudaError_t error = create(lanes, work);
    if (error == cudaSuccess) {
        error = issue_chunks(lanes, work);
    }
    // Also after an error: what was issued before it may still use the buffers.
    const cudaError_t waited = wait_for(lanes);
    destroy(lanes);
    return error != cudaSuccess ? error : waited;
}
