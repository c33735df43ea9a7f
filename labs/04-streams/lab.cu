// Lab 04: chunks over a few streams, so that copies of one run beside the kernel of another.
// What is asked for stands in lab.hpp, the task in README.md.

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
        // TODO: create the stream, and allocate the buffer for one chunk
    }
    return cudaSuccess;
}

static cudaError_t issue_chunks(lane (&lanes)[lane_count], const job& work) {
    std::size_t next = 0;
    for (std::size_t first = 0; first < work.count; first += work.chunk) {
        const std::size_t count = std::min(work.chunk, work.count - first);  // elements
        const std::size_t bytes = count * sizeof(std::uint32_t);
        const lane& mine = lanes[next++ % lane_count];

        // TODO: copy, launch and copy back asynchronously, all three in this lane's stream
    }
    return cudaSuccess;
}

// Waits until every lane has done all that was issued to it.
static cudaError_t wait_for(lane (&lanes)[lane_count]) {
    cudaError_t first_error = cudaSuccess;
    // TODO: wait for each lane's stream, for all of them even if one reports an error
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
