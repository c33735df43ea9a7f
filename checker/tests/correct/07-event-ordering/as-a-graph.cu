// Correct: the fork and the join are captured into a graph, which is launched as a whole.

#include "lab.hpp"

#include <initializer_list>

#include "common/workload/add.cuh"
#include "common/workload/advance.cuh"

using workload::add_to;
using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

#define TRY(call)                               \
    do {                                        \
        if (const cudaError_t error = (call)) { \
            return error;                       \
        }                                       \
    } while (false)

static std::uint64_t check_sum(const std::uint32_t* elements, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; i += 16) {
        sum += elements[i];
    }
    return sum;
}

struct things {
    cudaEvent_t left_uploaded = nullptr, right_uploaded = nullptr;
    cudaEvent_t left_computed = nullptr, right_computed = nullptr, joined = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;

    ~things() {
        for (cudaEvent_t each :
             {left_uploaded, right_uploaded, left_computed, right_computed, joined}) {
            if (each != nullptr) {
                cudaEventDestroy(each);
            }
        }
        if (ready != nullptr) {
            cudaGraphExecDestroy(ready);
        }
        if (graph != nullptr) {
            cudaGraphDestroy(graph);
        }
    }
};

static cudaError_t create(things& mine) {
    for (cudaEvent_t* each : {&mine.left_uploaded, &mine.right_uploaded, &mine.left_computed,
                              &mine.right_computed, &mine.joined}) {
        TRY(cudaEventCreateWithFlags(each, cudaEventDisableTiming));
    }
    return cudaSuccess;
}

// Everything into the capture of work.load, which the other three join by waiting for its events.
static cudaError_t describe(const job& work, const things& mine) {
    const std::size_t bytes = work.count * sizeof(std::uint32_t);
    const unsigned int blocks = blocks_for(work.count);
    TRY(cudaMemcpyAsync(work.left, work.left_input, bytes, cudaMemcpyHostToDevice, work.load));
    TRY(cudaEventRecord(mine.left_uploaded, work.load));
    TRY(cudaMemcpyAsync(work.right, work.right_input, bytes, cudaMemcpyHostToDevice, work.load));
    TRY(cudaEventRecord(mine.right_uploaded, work.load));
    TRY(cudaStreamWaitEvent(work.compute_left, mine.left_uploaded, 0));
    advance<<<blocks, threads_per_block, 0, work.compute_left>>>(work.left, work.count, work.steps);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(mine.left_computed, work.compute_left));
    TRY(cudaStreamWaitEvent(work.compute_right, mine.right_uploaded, 0));
    advance<<<blocks, threads_per_block, 0, work.compute_right>>>(work.right, work.count,
                                                                  work.steps);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(mine.right_computed, work.compute_right));
    TRY(cudaStreamWaitEvent(work.join, mine.left_computed, 0));
    TRY(cudaStreamWaitEvent(work.join, mine.right_computed, 0));
    add_to<<<blocks, threads_per_block, 0, work.join>>>(work.left, work.right, work.count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(work.output, work.left, bytes, cudaMemcpyDeviceToHost, work.join));
    TRY(cudaEventRecord(mine.joined, work.join));
    return cudaStreamWaitEvent(work.load, mine.joined, 0);
}

static cudaError_t run(const job& work, things& mine) {
    TRY(create(mine));
    TRY(cudaStreamBeginCapture(work.load, cudaStreamCaptureModeThreadLocal));
    const cudaError_t described = describe(work, mine);
    const cudaError_t ended = cudaStreamEndCapture(work.load, &mine.graph);
    TRY(described);
    TRY(ended);
    TRY(cudaGraphInstantiate(&mine.ready, mine.graph, 0));
    TRY(cudaGraphLaunch(mine.ready, work.join));
    return cudaStreamSynchronize(work.join);
}

cudaError_t combine(const job& work, std::uint64_t& sum) {
    sum = 0;
    if (work.count == 0) {
        return cudaSuccess;
    }
    things mine;
    TRY(run(work, mine));
    sum = check_sum(work.output, work.count);
    return cudaSuccess;
}
