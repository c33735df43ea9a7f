// Correct: a thread of its own produces and uploads; this one launches and downloads.

#include "lab.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "common/workload/advance.cuh"

using workload::advance_into;
using workload::blocks_for;
using workload::threads_per_block;

#define TRY(call)                               \
    do {                                        \
        if (const cudaError_t error = (call)) { \
            return error;                       \
        }                                       \
    } while (false)

namespace {

struct slot {
    std::uint32_t* staging = nullptr;
    std::uint32_t* in = nullptr;
    std::uint32_t* out = nullptr;
    cudaEvent_t uploaded = nullptr;
    cudaEvent_t computed = nullptr;
    cudaEvent_t downloaded = nullptr;
};

// How many chunks have been recorded. A wait for an event may only be issued after its record, and
// between two threads that takes a condition variable.
class progress {
public:
    void step() {
        const std::lock_guard lock(mutex_);
        ++done_;
        changed_.notify_all();
    }
    void give_up() {
        const std::lock_guard lock(mutex_);
        given_up_ = true;
        changed_.notify_all();
    }
    // False when the other thread has given up.
    bool reaches(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return given_up_ || done_ >= count; });
        return !given_up_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t done_ = 0;
    bool given_up_ = false;
};

struct pipeline {
    cudaStream_t up = nullptr, compute = nullptr, down = nullptr;
    slot slots[2];
    progress uploads, launches;

    cudaError_t create(std::size_t bytes) {
        for (cudaStream_t* each : {&up, &compute, &down}) {
            TRY(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
        }
        for (slot& s : slots) {
            TRY(cudaMallocHost(&s.staging, bytes));
            TRY(cudaMalloc(&s.in, bytes));
            TRY(cudaMalloc(&s.out, bytes));
            for (cudaEvent_t* each : {&s.uploaded, &s.computed, &s.downloaded}) {
                TRY(cudaEventCreateWithFlags(each, cudaEventDisableTiming));
            }
        }
        return cudaSuccess;
    }

    cudaError_t upload_all(const job& work) {
        for (std::size_t i = 0; i * work.chunk < work.count; ++i) {
            const std::size_t first = i * work.chunk;
            const std::size_t count = std::min(work.chunk, work.count - first);
            slot& s = slots[i % 2];
            if (i >= 2 && !launches.reaches(i - 1)) {
                return cudaSuccess;  // the other thread has the error
            }
            TRY(cudaEventSynchronize(s.uploaded));
            work.produce(first, count, s.staging);
            TRY(cudaStreamWaitEvent(up, s.computed, 0));
            TRY(cudaMemcpyAsync(s.in, s.staging, count * sizeof(std::uint32_t),
                                cudaMemcpyHostToDevice, up));
            TRY(cudaEventRecord(s.uploaded, up));
            uploads.step();
        }
        return cudaSuccess;
    }

    cudaError_t compute_all(const job& work) {
        for (std::size_t i = 0; i * work.chunk < work.count; ++i) {
            const std::size_t first = i * work.chunk;
            const std::size_t count = std::min(work.chunk, work.count - first);
            slot& s = slots[i % 2];
            if (!uploads.reaches(i + 1)) {
                return cudaSuccess;
            }
            TRY(cudaStreamWaitEvent(compute, s.uploaded, 0));
            TRY(cudaStreamWaitEvent(compute, s.downloaded, 0));
            advance_into<<<blocks_for(count), threads_per_block, 0, compute>>>(s.in, s.out, count,
                                                                               work.steps);
            TRY(cudaGetLastError());
            TRY(cudaEventRecord(s.computed, compute));
            launches.step();
            TRY(cudaStreamWaitEvent(down, s.computed, 0));
            TRY(cudaMemcpyAsync(work.output + first, s.out, count * sizeof(std::uint32_t),
                                cudaMemcpyDeviceToHost, down));
            TRY(cudaEventRecord(s.downloaded, down));
        }
        return cudaSuccess;
    }

    cudaError_t finish() {
        cudaError_t result = cudaSuccess;
        for (cudaStream_t each : {up, compute, down}) {
            if (each != nullptr) {
                const cudaError_t error = cudaStreamSynchronize(each);
                result = result != cudaSuccess ? result : error;
                cudaStreamDestroy(each);
            }
        }
        for (slot& s : slots) {
            for (cudaEvent_t each : {s.uploaded, s.computed, s.downloaded}) {
                if (each != nullptr) {
                    cudaEventDestroy(each);
                }
            }
            cudaFree(s.out);
            cudaFree(s.in);
            cudaFreeHost(s.staging);
        }
        return result;
    }
};

cudaError_t run(pipeline& mine, const job& work) {
    cudaError_t of_uploads = cudaSuccess;
    std::thread uploader([&] {
        of_uploads = mine.upload_all(work);
        if (of_uploads != cudaSuccess) {
            mine.uploads.give_up();
        }
    });
    const cudaError_t of_launches = mine.compute_all(work);
    if (of_launches != cudaSuccess) {
        mine.launches.give_up();
    }
    uploader.join();
    return of_launches != cudaSuccess ? of_launches : of_uploads;
}

}  // namespace

cudaError_t process(const job& work) {
    pipeline mine;
    cudaError_t error = mine.create(work.chunk * sizeof(std::uint32_t));
    if (error == cudaSuccess) {
        error = run(mine, work);
    }
    const cudaError_t finished = mine.finish();
    return error != cudaSuccess ? error : finished;
}
