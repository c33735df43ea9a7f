// Correct: a pair of events for each run, issued without a wait between; the median of all.

#include "lab.hpp"

#include <algorithm>
#include <vector>

#include "common/workload/advance.cuh"

namespace {

#define TRY(call)                               \
    do {                                        \
        if (const cudaError_t error = (call)) { \
            return error;                       \
        }                                       \
    } while (false)

// One more event than there are runs: the end of a run is the beginning of the next one.
struct marks {
    std::vector<cudaEvent_t> all;
    ~marks() {
        for (cudaEvent_t each : all) {
            cudaEventDestroy(each);
        }
    }
    cudaError_t create(std::size_t count) {
        while (all.size() < count) {
            cudaEvent_t made = nullptr;
            TRY(cudaEventCreate(&made));
            all.push_back(made);
        }
        return cudaSuccess;
    }
};

template <class Run>
cudaError_t median_ms(const job& work, Run run, double& ms) {
    marks mine;
    TRY(mine.create(work.runs + 1));
    TRY(run());
    TRY(cudaEventRecord(mine.all[0], work.stream));
    for (unsigned int i = 1; i <= work.runs; ++i) {
        TRY(run());
        TRY(cudaEventRecord(mine.all[i], work.stream));
    }
    TRY(cudaStreamSynchronize(work.stream));
    std::vector<float> times(work.runs);
    for (unsigned int i = 0; i < work.runs; ++i) {
        TRY(cudaEventElapsedTime(&times[i], mine.all[i], mine.all[i + 1]));
    }
    std::sort(times.begin(), times.end());
    ms = times[times.size() / 2];
    return cudaSuccess;
}

}  // namespace

cudaError_t measure(const job& work, figures& result) {
    const std::size_t bytes = work.count * sizeof(std::uint32_t);
    TRY(median_ms(
        work,
        [&] {
            return cudaMemcpyAsync(work.buffer, work.input, bytes, cudaMemcpyHostToDevice,
                                   work.stream);
        },
        result.upload_ms));
    TRY(median_ms(
        work,
        [&] {
            workload::advance<<<workload::blocks_for(work.count), workload::threads_per_block, 0,
                                work.stream>>>(work.buffer, work.count, work.steps);
            return cudaGetLastError();
        },
        result.kernel_ms));
    TRY(median_ms(
        work,
        [&] {
            return cudaMemcpyAsync(work.output, work.buffer, bytes, cudaMemcpyDeviceToHost,
                                   work.stream);
        },
        result.download_ms));
    result.upload_gb_per_s = static_cast<double>(bytes) / result.upload_ms / 1e6;
    result.download_gb_per_s = static_cast<double>(bytes) / result.download_ms / 1e6;
    return cudaSuccess;
}
