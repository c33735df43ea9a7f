// Misconception: The order in which the steps are issued does not matter, since each chunk has
// its own stream.

#include "lab.hpp"

#include <algorithm>
#include <vector>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// Leaves the function with the error of a call that fails.
#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

// A stream and the device buffer that its chunks pass through, one after the other.
struct lane {
    cudaStream_t stream = nullptr;
    std::uint32_t* buffer = nullptr;
};

// A chunk of the job: `count` elements from `first` on.
struct chunk {
    std::size_t first, count;
    std::size_t bytes() const { return count * sizeof(std::uint32_t); }
};

static chunk chunk_of(const job& work, std::size_t index) {
    const std::size_t first = index * work.chunk;
    return {first, std::min(work.chunk, work.count - first)};
}

cudaError_t choose_plan(plan& chosen) {
    int device = 0;
    int engines = 0;
    TRY(cudaGetDevice(&device));
    TRY(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, device));
    // Many devices say 3: two for both directions, and one for other devices.
    chosen = engines >= 2   ? plan::both_copies_beside_a_kernel
             : engines == 1 ? plan::one_copy_beside_a_kernel
                            : plan::one_after_the_other;
    return cudaSuccess;
}

static std::size_t lanes_for(plan chosen) {
    switch (chosen) {
        case plan::both_copies_beside_a_kernel:
            return 3;
        case plan::one_copy_beside_a_kernel:
            return 2;  // one is copied, in or out, while the other one is computed
        case plan::one_after_the_other:
            break;
    }
    return 1;
}

static cudaError_t upload_and_launch(const job& work, const chunk& it, const lane& mine) {
    TRY(cudaMemcpyAsync(mine.buffer, work.input + it.first, it.bytes(), cudaMemcpyHostToDevice,
                        mine.stream));
    advance<<<blocks_for(it.count), threads_per_block, 0, mine.stream>>>(mine.buffer, it.count,
                                                                         work.steps);
    return cudaGetLastError();
}

static cudaError_t download(const job& work, const chunk& it, const lane& mine) {
    return cudaMemcpyAsync(work.output + it.first, mine.buffer, it.bytes(), cudaMemcpyDeviceToHost,
                           mine.stream);
}

static cudaError_t issue_chunks(const std::vector<lane>& lanes, const job& work) {
    const std::size_t chunks = (work.count + work.chunk - 1) / work.chunk;
    for (std::size_t i = 0; i < chunks; ++i) {
        TRY(upload_and_launch(work, chunk_of(work, i), lanes[i % lanes.size()]));
        TRY(download(work, chunk_of(work, i), lanes[i % lanes.size()]));
    }
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    plan chosen = plan::one_after_the_other;
    TRY(choose_plan(chosen));
    std::vector<lane> lanes(lanes_for(chosen));
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    cudaError_t error = cudaSuccess;
    for (lane& each : lanes) {
        error = error != cudaSuccess ? error : cudaStreamCreate(&each.stream);
        error = error != cudaSuccess ? error : cudaMalloc(&each.buffer, bytes);
    }
    error = error != cudaSuccess ? error : issue_chunks(lanes, work);
    for (lane& each : lanes) {
        // Also after an error: what was issued before it may still use the buffers.
        const cudaError_t waited =
            each.stream != nullptr ? cudaStreamSynchronize(each.stream) : cudaSuccess;
        error = error != cudaSuccess ? error : waited;
        if (each.stream != nullptr) {
            cudaStreamDestroy(each.stream);
        }
        cudaFree(each.buffer);
    }
    return error;
}
