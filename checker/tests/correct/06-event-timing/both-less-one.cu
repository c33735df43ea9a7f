// Correct: upload and kernel are timed together; the kernel is that less the upload.

#include "lab.hpp"

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

// Leaves the function with the error of a call that fails.
#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

// Two marks in the stream: the device notes when it gets there.
struct marks {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
};

static cudaError_t create(marks& mine) {
    TRY(cudaEventCreate(&mine.begin));
    return cudaEventCreate(&mine.end);
}

static void destroy(const marks& mine) {
    if (mine.begin != nullptr) {
        cudaEventDestroy(mine.begin);
    }
    if (mine.end != nullptr) {
        cudaEventDestroy(mine.end);
    }
}

// Measures one stage: `run` issues it once, asynchronously, in work.stream.
template <class Run>
static cudaError_t measure_stage(const job& work, const marks& mine, Run run, double& ms) {
    TRY(run());
    TRY(run());
    TRY(cudaEventRecord(mine.begin, work.stream));
    for (unsigned int i = 0; i < work.runs; ++i) {
        TRY(run());
    }
    TRY(cudaEventRecord(mine.end, work.stream));
    TRY(cudaEventSynchronize(mine.end));  // before that, the device has no time to tell
    float elapsed = 0;
    TRY(cudaEventElapsedTime(&elapsed, mine.begin, mine.end));
    ms = static_cast<double>(elapsed) / work.runs;
    return cudaSuccess;
}

// GB/s, from bytes and milliseconds.
static double rate(std::size_t bytes, double ms) {
    return 1e-9 * static_cast<double>(bytes) / (1e-3 * ms);
}

static cudaError_t measure_all(const job& work, const marks& mine, figures& result) {
    const std::size_t bytes = work.count * sizeof(std::uint32_t);
    const auto upload = [&] {
        return cudaMemcpyAsync(work.buffer, work.input, bytes, cudaMemcpyHostToDevice, work.stream);
    };
    const auto compute = [&] {
        advance<<<blocks_for(work.count), threads_per_block, 0, work.stream>>>(
            work.buffer, work.count, work.steps);
        return cudaGetLastError();
    };
    const auto download = [&] {
        return cudaMemcpyAsync(work.output, work.buffer, bytes, cudaMemcpyDeviceToHost,
                               work.stream);
    };
    TRY(measure_stage(work, mine, upload, result.upload_ms));
    const auto both = [&] {
        TRY(upload());
        return compute();
    };
    double both_ms = 0;
    TRY(measure_stage(work, mine, both, both_ms));
    result.kernel_ms = both_ms - result.upload_ms;
    TRY(measure_stage(work, mine, download, result.download_ms));
    result.upload_gb_per_s = rate(bytes, result.upload_ms);
    result.download_gb_per_s = rate(bytes, result.download_ms);
    return cudaSuccess;
}

cudaError_t measure(const job& work, figures& result) {
    marks mine;
    cudaError_t error = create(mine);
    if (error == cudaSuccess) {
        error = measure_all(work, mine, result);
    }
    destroy(mine);
    return error;
}
