// One host thread issues uploads and kernels, another one issues the downloads behind them.

#include "lab.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "kernels.cuh"

using namespace workload;  // blocks_for, threads_per_block

#define TRY(call)                     \
    if (cudaError_t error = (call)) { \
        return error;                 \
    }

namespace {

constexpr std::size_t place_count = 4;

struct pipeline {
    cudaStream_t up = nullptr, compute = nullptr, down = nullptr;
    std::uint32_t* places[place_count] = {};
    std::uint32_t* total = nullptr;
    cudaEvent_t uploaded[place_count] = {}, computed[place_count] = {};
    cudaEvent_t downloaded[place_count] = {};

    std::mutex door;
    std::condition_variable news;
    std::size_t launched = 0;  // chunks
    std::size_t sent = 0;      // chunks whose download was issued
    cudaError_t failed = cudaSuccess;
    bool over = false;
};

cudaError_t create(pipeline& mine, const job& work) {
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    for (cudaStream_t* each : {&mine.up, &mine.compute, &mine.down}) {
        TRY(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
    }
    for (std::size_t i = 0; i < place_count; ++i) {
        TRY(cudaMalloc(&mine.places[i], bytes));
        for (cudaEvent_t* event : {&mine.uploaded[i], &mine.computed[i], &mine.downloaded[i]}) {
            TRY(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
        }
    }
    return cudaMalloc(&mine.total, bytes);
}

cudaError_t download(pipeline& mine, const job& work, std::size_t turn) {
    const std::size_t first = turn * work.chunk;
    const std::size_t count = std::min(work.chunk, work.count - first);
    const std::size_t p = turn % place_count;
    TRY(cudaStreamWaitEvent(mine.down, mine.computed[p], 0));
    TRY(cudaMemcpyAsync(work.output + first, mine.places[p], count * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToHost, mine.down));
    return cudaEventRecord(mine.downloaded[p], mine.down);
}

void download_all(pipeline& mine, const job& work) {
    for (std::size_t turn = 0;; ++turn) {
        std::unique_lock lock(mine.door);
        mine.news.wait(lock, [&] { return mine.over || mine.launched > turn; });
        if (mine.launched <= turn) {
            return;
        }
        lock.unlock();
        const cudaError_t error = download(mine, work, turn);
        lock.lock();
        mine.failed = error;
        ++mine.sent;
        mine.news.notify_all();
        if (error != cudaSuccess) {
            return;
        }
    }
}

// Waits until the download of chunk `turn` was issued.
cudaError_t until_sent(pipeline& mine, std::size_t turn) {
    std::unique_lock lock(mine.door);
    mine.news.wait(lock, [&] { return mine.sent > turn || mine.failed != cudaSuccess; });
    return mine.failed;
}

cudaError_t issue_chunk(pipeline& mine, const job& work, std::size_t turn) {
    const std::size_t first = turn * work.chunk;
    const std::size_t count = std::min(work.chunk, work.count - first);
    const std::size_t p = turn % place_count;
    const std::size_t before = (turn + place_count - 1) % place_count;
    if (work.needs == pattern::through_the_host) {
        if (turn > 0) {
            TRY(until_sent(mine, turn - 1));
        }
        TRY(cudaEventSynchronize(mine.downloaded[before]));
        work.prepare(first, count);
    }
    if (work.needs != pattern::sum_at_the_end && turn >= place_count) {
        TRY(until_sent(mine, turn - place_count));
    }
    TRY(cudaStreamWaitEvent(mine.up, mine.downloaded[p], 0));
    TRY(cudaStreamWaitEvent(mine.up, mine.computed[(turn + 1) % place_count], 0));
    TRY(cudaMemcpyAsync(mine.places[p], work.input + first, count * sizeof(std::uint32_t),
                        cudaMemcpyHostToDevice, mine.up));
    TRY(cudaEventRecord(mine.uploaded[p], mine.up));
    TRY(cudaStreamWaitEvent(mine.compute, mine.uploaded[p], 0));
    const bool combines = work.needs == pattern::kernel_to_kernel && turn > 0;
    const bool adds_up = work.needs == pattern::sum_at_the_end;
    advance_chunk<<<blocks_for(count), threads_per_block, 0, mine.compute>>>(
        mine.places[p], combines ? mine.places[before] : nullptr, adds_up ? mine.total : nullptr,
        count, work.steps);
    TRY(cudaGetLastError());
    return cudaEventRecord(mine.computed[p], mine.compute);
}

cudaError_t run(pipeline& mine, const job& work) {
    const std::size_t chunks = (work.count + work.chunk - 1) / work.chunk;
    const std::size_t bytes = work.chunk * sizeof(std::uint32_t);
    if (work.needs == pattern::sum_at_the_end) {
        TRY(cudaMemsetAsync(mine.total, 0, bytes, mine.compute));
        for (std::size_t turn = 0; turn < chunks; ++turn) {
            TRY(issue_chunk(mine, work, turn));
        }
        return cudaMemcpyAsync(work.output, mine.total, bytes, cudaMemcpyDeviceToHost,
                               mine.compute);
    }
    std::thread downloads([&] { download_all(mine, work); });
    cudaError_t error = cudaSuccess;
    for (std::size_t turn = 0; turn < chunks && error == cudaSuccess; ++turn) {
        error = issue_chunk(mine, work, turn);
        const std::lock_guard lock(mine.door);
        mine.launched += error == cudaSuccess ? 1 : 0;
        mine.news.notify_all();
    }
    {
        const std::lock_guard lock(mine.door);
        mine.over = true;
        mine.news.notify_all();
    }
    downloads.join();
    return error != cudaSuccess ? error : mine.failed;
}

cudaError_t finish(pipeline& mine) {
    cudaError_t first_error = cudaSuccess;
    for (cudaStream_t each : {mine.up, mine.compute, mine.down}) {
        if (each != nullptr) {
            const cudaError_t error = cudaStreamSynchronize(each);
            first_error = first_error != cudaSuccess ? first_error : error;
            cudaStreamDestroy(each);
        }
    }
    for (std::size_t i = 0; i < place_count; ++i) {
        for (cudaEvent_t event : {mine.uploaded[i], mine.computed[i], mine.downloaded[i]}) {
            if (event != nullptr) {
                cudaEventDestroy(event);
            }
        }
        cudaFree(mine.places[i]);
    }
    cudaFree(mine.total);
    return first_error;
}

}  // namespace

cudaError_t process(const job& work) {
    pipeline mine;
    cudaError_t error = create(mine, work);
    error = error != cudaSuccess ? error : run(mine, work);
    const cudaError_t finished = finish(mine);
    return error != cudaSuccess ? error : finished;
}
