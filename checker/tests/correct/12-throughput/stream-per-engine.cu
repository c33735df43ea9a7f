// A stream for each engine, events between them, and buffers that are used round about.

#include "lab.hpp"

#include <algorithm>

#include "common/workload/advance.cuh"

namespace {

constexpr std::size_t buffers = 6;

struct pipeline {
    cudaStream_t up = nullptr;
    cudaStream_t compute = nullptr;
    cudaStream_t down = nullptr;
    std::uint32_t* in[buffers] = {};
    std::uint32_t* device[buffers] = {};
    std::uint32_t* out[buffers] = {};
    cudaEvent_t uploaded[buffers] = {};
    cudaEvent_t computed[buffers] = {};
    cudaEvent_t downloaded[buffers] = {};
    std::size_t counts[buffers] = {};
    std::size_t taken = 0;
    std::size_t delivered = 0;

    ~pipeline() {
        for (cudaStream_t each : {up, compute, down}) {
            if (each != nullptr) {
                cudaStreamSynchronize(each);
            }
        }
        for (std::size_t i = 0; i < buffers; ++i) {
            for (cudaEvent_t each : {uploaded[i], computed[i], downloaded[i]}) {
                if (each != nullptr) {
                    cudaEventDestroy(each);
                }
            }
            cudaFreeHost(in[i]);
            cudaFreeHost(out[i]);
            cudaFree(device[i]);
        }
        for (cudaStream_t each : {up, compute, down}) {
            if (each != nullptr) {
                cudaStreamDestroy(each);
            }
        }
    }

    cudaError_t create(std::size_t bytes) {
        for (cudaStream_t* each : {&up, &compute, &down}) {
            if (cudaError_t error = cudaStreamCreate(each)) {
                return error;
            }
        }
        for (std::size_t i = 0; i < buffers; ++i) {
            for (cudaEvent_t* each : {&uploaded[i], &computed[i], &downloaded[i]}) {
                if (cudaError_t error = cudaEventCreateWithFlags(each, cudaEventDisableTiming)) {
                    return error;
                }
            }
            if (cudaError_t error = cudaMallocHost(&in[i], bytes)) {
                return error;
            }
            if (cudaError_t error = cudaMallocHost(&out[i], bytes)) {
                return error;
            }
            if (cudaError_t error = cudaMalloc(&device[i], bytes)) {
                return error;
            }
        }
        return cudaSuccess;
    }

    cudaError_t issue(std::size_t i, std::size_t count, const job& work) {
        const std::size_t bytes = count * sizeof(std::uint32_t);
        cudaError_t error = cudaMemcpyAsync(device[i], in[i], bytes, cudaMemcpyHostToDevice, up);
        if (error == cudaSuccess) {
            error = cudaEventRecord(uploaded[i], up);
        }
        if (error == cudaSuccess) {
            error = cudaStreamWaitEvent(compute, uploaded[i], 0);
        }
        if (error == cudaSuccess) {
            workload::
                advance<<<workload::blocks_for(count), workload::threads_per_block, 0, compute>>>(
                    device[i], count, work.steps);
            error = cudaGetLastError();
        }
        if (error == cudaSuccess) {
            error = cudaEventRecord(computed[i], compute);
        }
        if (error == cudaSuccess) {
            error = cudaStreamWaitEvent(down, computed[i], 0);
        }
        if (error == cudaSuccess) {
            error = cudaMemcpyAsync(out[i], device[i], bytes, cudaMemcpyDeviceToHost, down);
        }
        return error != cudaSuccess ? error : cudaEventRecord(downloaded[i], down);
    }

    cudaError_t deliver_oldest(const job& work) {
        const std::size_t i = delivered % buffers;
        if (cudaError_t error = cudaEventSynchronize(downloaded[i])) {
            return error;
        }
        ++delivered;
        return work.consume(out[i], counts[i]);
    }
};

}  // namespace

cudaError_t process(const job& work) {
    pipeline p;
    if (cudaError_t error = p.create(work.largest * sizeof(std::uint32_t))) {
        return error;
    }
    cudaError_t error = cudaSuccess;
    while (error == cudaSuccess && !work.stop_requested()) {
        if (p.taken == p.delivered + buffers) {
            if (cudaError_t late = p.deliver_oldest(work)) {
                return late;
            }
        }
        const std::size_t i = p.taken % buffers;
        error = work.produce(p.in[i], p.counts[i]);
        if (error != cudaSuccess || p.counts[i] == 0) {
            break;
        }
        error = p.issue(i, p.counts[i], work);
        p.taken += error == cudaSuccess ? 1 : 0;
    }
    while (p.delivered < p.taken) {
        if (cudaError_t late = p.deliver_oldest(work)) {
            return error != cudaSuccess ? error : late;
        }
    }
    return error;
}
