// Common sayings about overlapping, put to the device: each block measures one of them and prints
// "name value unit" a line. Runs on a GPU and on the simulated device alike; docs/en/sayings.md
// tells what came out.
//
//     ./lab cc docs/sayings.cu -o sayings && ./sayings
//     nvcc -O2 docs/sayings.cu -o sayings && ./sayings
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t chunk = 8 * mib;
constexpr int chunks = 32;
constexpr int most_streams = 16;

// Takes a while and touches one byte of its chunk, so that it belongs to it.
__global__ void work(char* bytes, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    if (threadIdx.x == 0) {
        bytes[0] = static_cast<char>(bytes[0] + 1);
    }
}

// The next state of a chunk depends on the state that the one before has left.
__global__ void chain(const char* bytes, char* state, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    if (threadIdx.x == 0) {
        state[0] = static_cast<char>(state[0] * 3 + bytes[0]);
    }
}

void check(cudaError_t error, int line) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
        std::exit(1);
    }
}
#define CHECK(call) check(call, __LINE__)

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

void say(const char* name, double value, const char* unit) {
    std::printf("%-44s %10.2f %s\n", name, value, unit);
}

// Median of a few runs; the device is idle before and after each.
template <class Body>
double time_of(Body body) {
    std::vector<double> times;
    for (int run = 0; run < 5; ++run) {
        CHECK(cudaDeviceSynchronize());
        const double start = now_us();
        body();
        times.push_back(now_us() - start);
    }
    CHECK(cudaDeviceSynchronize());
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

struct machine {
    char* pinned = nullptr;
    std::vector<char> pageable = std::vector<char>(chunk, 1);
    char* device[most_streams] = {};
    char* state = nullptr;
    cudaStream_t streams[most_streams] = {};
    long long cycles = 0;  // of a kernel that takes as long as the copy of a chunk

    machine() {
        CHECK(cudaMallocHost(&pinned, chunk));
        std::memset(pinned, 1, chunk);
        CHECK(cudaMalloc(&state, 1));
        CHECK(cudaMemset(state, 0, 1));
        for (int i = 0; i < most_streams; ++i) {
            CHECK(cudaMalloc(&device[i], chunk));
            CHECK(cudaMemset(device[i], 0, chunk));
            CHECK(cudaStreamCreate(&streams[i]));
        }
        calibrate();
    }

    void calibrate() {
        work<<<1, 32, 0, streams[0]>>>(device[0], 1000);
        CHECK(cudaStreamSynchronize(streams[0]));
        const double copy = time_of([&] {
            CHECK(cudaMemcpyAsync(device[0], pinned, chunk, cudaMemcpyHostToDevice, streams[0]));
            CHECK(cudaStreamSynchronize(streams[0]));
        });
        constexpr long long tried = 10'000'000;
        const double kernel = time_of([&] {
            work<<<1, 32, 0, streams[0]>>>(device[0], tried);
            CHECK(cudaStreamSynchronize(streams[0]));
        });
        cycles = static_cast<long long>(static_cast<double>(tried) * copy / kernel);
    }
};

// "cudaMemcpyAsync with memory from malloc crashes", "cudaMemcpyAsync returns at once"
void asynchronous_from_pageable(machine& m) {
    double inside = 0;
    const auto call = [&](const void* from) {
        const double start = now_us();
        CHECK(cudaMemcpyAsync(m.device[0], from, chunk, cudaMemcpyHostToDevice, m.streams[0]));
        inside = now_us() - start;
        CHECK(cudaStreamSynchronize(m.streams[0]));
    };
    call(m.pinned);
    call(m.pinned);
    say("inside-the-call.pinned", inside, "us");
    call(m.pageable.data());
    call(m.pageable.data());
    say("inside-the-call.pageable", inside, "us");
    std::vector<char> back(chunk, 0);
    CHECK(cudaMemcpy(back.data(), m.device[0], chunk, cudaMemcpyDeviceToHost));
    say("pageable-async.bytes-that-arrived",
        static_cast<double>(std::count(back.begin(), back.end(), 1)), "bytes");
}

// "cudaMemcpy blocks the whole device"
void blocking_copy_beside_a_kernel(machine& m) {
    const auto behind_a_kernel = [&](unsigned int flags, const char* name) {
        cudaStream_t other = nullptr;
        CHECK(cudaStreamCreateWithFlags(&other, flags));
        double waited = 0;
        CHECK(cudaDeviceSynchronize());
        work<<<1, 32, 0, other>>>(m.device[1], 16 * m.cycles);
        const double start = now_us();
        CHECK(cudaMemcpy(m.device[0], m.pinned, chunk, cudaMemcpyHostToDevice));
        waited = now_us() - start;
        const bool kernel_still_runs = cudaStreamQuery(other) == cudaErrorNotReady;
        CHECK(cudaStreamSynchronize(other));
        CHECK(cudaStreamDestroy(other));
        static_cast<void>(cudaGetLastError());
        say(name, waited,
            kernel_still_runs ? "us, the kernel still runs" : "us, the kernel is done");
    };
    behind_a_kernel(cudaStreamNonBlocking, "memcpy-beside-a-kernel.non-blocking-stream");
    behind_a_kernel(cudaStreamDefault, "memcpy-beside-a-kernel.blocking-stream");
}

// "16 streams are slower than 4", "a launch without a stream does no harm"
enum class launches { in_the_chunks_stream, without_a_stream };

void number_of_streams(machine& m) {
    const auto pipeline_ms = [&](int lanes, launches where) {
        return time_of([&] {
                   for (int i = 0; i < chunks; ++i) {
                       const int lane = i % lanes;
                       const cudaStream_t s = m.streams[lane];
                       CHECK(cudaMemcpyAsync(m.device[lane], m.pinned, chunk,
                                             cudaMemcpyHostToDevice, s));
                       work<<<1, 32, 0, where == launches::in_the_chunks_stream ? s : nullptr>>>(
                           m.device[lane], m.cycles);
                   }
                   CHECK(cudaDeviceSynchronize());
               }) /
               1000;
    };
    say("upload-and-kernel.1-stream", pipeline_ms(1, launches::in_the_chunks_stream), "ms");
    say("upload-and-kernel.4-streams", pipeline_ms(4, launches::in_the_chunks_stream), "ms");
    say("upload-and-kernel.16-streams", pipeline_ms(16, launches::in_the_chunks_stream), "ms");
    say("upload-and-kernel.launch-without-a-stream", pipeline_ms(4, launches::without_a_stream),
        "ms");
}

// "concurrentKernels tells whether copies overlap"
void what_the_device_says() {
    int kernels = 0;
    int engines = 0;
    CHECK(cudaDeviceGetAttribute(&kernels, cudaDevAttrConcurrentKernels, 0));
    CHECK(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0));
    say("attribute.concurrentKernels", kernels, "");
    say("attribute.asyncEngineCount", engines, "");
}

// "One event is enough for two buffers", "dependent chunks make double buffering useless"
enum class events { shared, of_each_buffer };

template <class Launch>
double double_buffered(machine& m, events how, Launch launch) {
    const cudaStream_t up = m.streams[0];
    const cudaStream_t compute = m.streams[1];
    cudaEvent_t filled[2];
    cudaEvent_t used[2];
    for (int b = 0; b < 2; ++b) {
        CHECK(cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&used[b], cudaEventDisableTiming));
    }
    const double us = time_of([&] {
        for (int i = 0; i < chunks; ++i) {
            const int b = i % 2;
            const int e = how == events::shared ? 0 : b;
            CHECK(cudaStreamWaitEvent(up, used[e], 0));
            CHECK(cudaMemcpyAsync(m.device[b], m.pinned, chunk, cudaMemcpyHostToDevice, up));
            CHECK(cudaEventRecord(filled[e], up));
            CHECK(cudaStreamWaitEvent(compute, filled[e], 0));
            launch(m.device[b], compute);
            CHECK(cudaEventRecord(used[e], compute));
        }
        CHECK(cudaStreamSynchronize(compute));
    });
    for (int b = 0; b < 2; ++b) {
        CHECK(cudaEventDestroy(filled[b]));
        CHECK(cudaEventDestroy(used[b]));
    }
    return us / 1000;
}

void events_and_buffers(machine& m) {
    const auto alone = [&](char* bytes, cudaStream_t s) { work<<<1, 32, 0, s>>>(bytes, m.cycles); };
    const auto chained = [&](char* bytes, cudaStream_t s) {
        chain<<<1, 32, 0, s>>>(bytes, m.state, m.cycles);
    };
    say("two-buffers.one-event", double_buffered(m, events::shared, alone), "ms");
    say("two-buffers.an-event-each", double_buffered(m, events::of_each_buffer, alone), "ms");
    say("two-buffers.dependent-kernels", double_buffered(m, events::of_each_buffer, chained), "ms");
}

}  // namespace

int main() {
    what_the_device_says();
    machine m;
    asynchronous_from_pageable(m);
    blocking_copy_beside_a_kernel(m);
    number_of_streams(m);
    events_and_buffers(m);
    return 0;
}
