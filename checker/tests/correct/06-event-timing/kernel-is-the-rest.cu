// Correct: both copies and the whole round are timed; the kernel is the rest.

#include "lab.hpp"

#include <vector>

#include "common/workload/advance.cuh"

using workload::advance;
using workload::blocks_for;
using workload::threads_per_block;

struct round_marks {
    cudaEvent_t at[4] = {};
};

static cudaError_t issue(const job& work, const round_marks& marks) {
    const std::size_t bytes = work.count * sizeof(std::uint32_t);
    cudaError_t error = cudaEventRecord(marks.at[0], work.stream);
    if (error == cudaSuccess) {
        error =
            cudaMemcpyAsync(work.buffer, work.input, bytes, cudaMemcpyHostToDevice, work.stream);
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(marks.at[1], work.stream);
    }
    if (error == cudaSuccess) {
        advance<<<blocks_for(work.count), threads_per_block, 0, work.stream>>>(
            work.buffer, work.count, work.steps);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(marks.at[2], work.stream);
    }
    if (error == cudaSuccess) {
        error =
            cudaMemcpyAsync(work.output, work.buffer, bytes, cudaMemcpyDeviceToHost, work.stream);
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(marks.at[3], work.stream);
    }
    return error;
}

// The kernel is what is left of the round.
static cudaError_t add_times(const round_marks& marks, figures& sum) {
    float upload = 0;
    float download = 0;
    float whole = 0;
    cudaError_t error = cudaEventElapsedTime(&upload, marks.at[0], marks.at[1]);
    if (error == cudaSuccess) {
        error = cudaEventElapsedTime(&download, marks.at[2], marks.at[3]);
    }
    if (error == cudaSuccess) {
        error = cudaEventElapsedTime(&whole, marks.at[0], marks.at[3]);
    }
    sum.upload_ms += upload;
    sum.download_ms += download;
    sum.kernel_ms += whole - upload - download;
    return error;
}

cudaError_t measure(const job& work, figures& result) {
    result = {};
    // The first round does not count. No wait between: everything is issued ahead of the device.
    std::vector<round_marks> rounds(work.runs + 1);
    cudaError_t error = cudaSuccess;
    for (round_marks& round : rounds) {
        for (cudaEvent_t& each : round.at) {
            error = error != cudaSuccess ? error : cudaEventCreate(&each);
        }
    }
    for (std::size_t i = 0; i < rounds.size() && error == cudaSuccess; ++i) {
        error = issue(work, rounds[i]);
    }
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(work.stream);
    }
    for (std::size_t i = 1; i < rounds.size() && error == cudaSuccess; ++i) {
        error = add_times(rounds[i], result);
    }
    for (double* each : {&result.upload_ms, &result.kernel_ms, &result.download_ms}) {
        *each /= work.runs;
    }
    const double bytes = static_cast<double>(work.count) * sizeof(std::uint32_t);
    result.upload_gb_per_s = bytes / (1e6 * result.upload_ms);
    result.download_gb_per_s = bytes / (1e6 * result.download_ms);
    for (const round_marks& round : rounds) {
        for (cudaEvent_t each : round.at) {
            if (each != nullptr) {
                cudaEventDestroy(each);
            }
        }
    }
    return error;
}
