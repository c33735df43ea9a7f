// Figures of the chapters that no other program prints, "name value unit" a line. Runs on a GPU and
// on the simulated device alike; each chapter names its lines.
//
//     ./lab cc docs/figures.cu -o figures && ./figures [PART...]
//     nvcc -O2 docs/figures.cu -o figures && ./figures [PART...]
//
// Parts: default-stream, timing, chunk-size, buffers; all of them where none is named.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = 1024 * kib;
constexpr std::size_t total = 256 * mib;
constexpr std::size_t largest = 64 * mib;
constexpr int lanes = 3;
constexpr int most_buffers = 4;

// Takes a while and touches one byte of its chunk, so that it belongs to it.
__global__ void work(char* bytes, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    if (threadIdx.x == 0) {
        bytes[0] = static_cast<char>(bytes[0] + 1);
    }
}

// The same for a pipeline that keeps its input and its result apart.
__global__ void transform(const char* from, char* to, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    if (threadIdx.x == 0) {
        to[0] = static_cast<char>(from[0] + 1);
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

void say(const std::string& name, double value, const char* unit) {
    std::printf("%-44s %10.4g %s\n", name.c_str(), value, unit);
}

// Median of a few runs; the device is idle before and after each.
template <class Body>
double time_of(Body body) {
    std::vector<double> times;
    for (int run = 0; run < 3; ++run) {
        CHECK(cudaDeviceSynchronize());
        const double start = now_us();
        body();
        CHECK(cudaDeviceSynchronize());
        times.push_back(now_us() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

struct machine {
    char* in = nullptr;
    char* out[most_buffers] = {};
    char* device[most_buffers] = {};
    char* result[most_buffers] = {};
    int* mark = nullptr;
    cudaStream_t streams[most_buffers] = {};
    double cycles_per_us = 0;

    machine() {
        CHECK(cudaMallocHost(&in, largest));
        CHECK(cudaMalloc(&mark, 16));
        std::memset(in, 1, largest);
        for (int i = 0; i < most_buffers; ++i) {
            CHECK(cudaMallocHost(&out[i], largest));
            CHECK(cudaMalloc(&device[i], largest));
            CHECK(cudaMemset(device[i], 0, largest));
            CHECK(cudaMalloc(&result[i], largest));
            CHECK(cudaMemset(result[i], 0, largest));
            CHECK(cudaStreamCreate(&streams[i]));
        }
        // The first launch loads the kernel, and clocks rise under load.
        constexpr long long tried = 10'000'000;
        const double us = time_of([&] { work<<<1, 32, 0, streams[0]>>>(device[0], tried); });
        cycles_per_us = static_cast<double>(tried) / us;
    }

    [[nodiscard]] long long cycles_for(double us) const {
        return static_cast<long long>(us * cycles_per_us);
    }

    double copy_us(std::size_t bytes) {
        return time_of([&] {
            CHECK(cudaMemcpyAsync(device[0], in, bytes, cudaMemcpyHostToDevice, streams[0]));
        });
    }
};

enum class extra { nothing, launch_in_default, memset, memset_async, wait };

// All of the data through three streams, up, kernel and down, in chunks of this size. In ms.
double pipeline_ms(machine& m, std::size_t chunk, long long cycles, extra what) {
    const auto chunks = static_cast<int>(total / chunk);
    return time_of([&] {
               for (int i = 0; i < chunks; ++i) {
                   const int lane = i % lanes;
                   const cudaStream_t s = m.streams[lane];
                   char* const buffer = m.device[lane];
                   CHECK(cudaMemcpyAsync(buffer, m.in, chunk, cudaMemcpyHostToDevice, s));
                   if (what == extra::memset) {
                       CHECK(cudaMemset(m.mark, 0, 16));
                   } else if (what == extra::memset_async) {
                       CHECK(cudaMemsetAsync(buffer, 0, 16, s));
                   }
                   const cudaStream_t where = what == extra::launch_in_default ? nullptr : s;
                   work<<<1, 32, 0, where>>>(buffer, cycles);
                   CHECK(cudaMemcpyAsync(m.out[lane], buffer, chunk, cudaMemcpyDeviceToHost, s));
                   if (what == extra::wait) {
                       CHECK(cudaStreamSynchronize(s));
                   }
               }
           }) /
           1000;
}

// Chapter 05: who relies on the default stream.
void default_stream(machine& m) {
    const auto cycles = m.cycles_for(150);
    const auto tell = [&](const char* name, extra what) {
        say(std::string("default-stream.") + name, pipeline_ms(m, 8 * mib, cycles, what), "ms");
    };
    tell("every-call-in-its-stream", extra::nothing);
    tell("launch-in-the-default-stream", extra::launch_in_default);
    tell("memset-for-each-chunk", extra::memset);
    tell("memset-async-for-each-chunk", extra::memset_async);
    tell("wait-after-each-chunk", extra::wait);
}

// Chapter 06: ways to time a kernel, and to time something else.
void timing(machine& m) {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    cudaStream_t other = nullptr;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    const auto cycles = m.cycles_for(2540);
    const auto between_events = [&](cudaStream_t s) {
        float ms = 0;
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(begin, s));
        work<<<1, 32, 0, m.streams[0]>>>(m.device[0], cycles);
        CHECK(cudaEventRecord(end, s));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        return static_cast<double>(ms);
    };
    say("timing.events-around-it", between_events(m.streams[0]), "ms");
    CHECK(cudaDeviceSynchronize());
    const double start = now_us();
    work<<<1, 32, 0, m.streams[0]>>>(m.device[0], cycles);
    const double launched = now_us();
    CHECK(cudaStreamSynchronize(m.streams[0]));
    say("timing.host-clock-to-after-a-wait", (now_us() - start) / 1000, "ms");
    say("timing.host-clock-around-the-launch", (launched - start) / 1000, "ms");
    say("timing.events-in-another-stream", between_events(other), "ms");
    CHECK(cudaStreamDestroy(other));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
}

// Chapter 08: the same job in chunks of another size, the kernel as long as a copy.
void chunk_size(machine& m) {
    for (const std::size_t chunk : {64 * kib, 256 * kib, mib, 2 * mib, 4 * mib, 8 * mib, 16 * mib,
                                    32 * mib, 64 * mib}) {
        const double longest = m.copy_us(8 * mib) * static_cast<double>(chunk) / (8 * mib);
        const double ms = pipeline_ms(m, chunk, m.cycles_for(longest), extra::nothing);
        const auto size = chunk < mib ? std::to_string(chunk / kib) + "KiB"
                                      : std::to_string(chunk / mib) + "MiB";
        say("chunk-size." + size, static_cast<double>(total) / ms * 1e-6, "GB/s");
    }
}

// For each buffer: filled by the upload, computed by the kernel, emptied by the download.
struct buffer_events {
    cudaEvent_t filled[most_buffers] = {};
    cudaEvent_t computed[most_buffers] = {};
    cudaEvent_t emptied[most_buffers] = {};

    buffer_events() {
        for (auto* all : {filled, computed, emptied}) {
            for (int b = 0; b < most_buffers; ++b) {
                CHECK(cudaEventCreateWithFlags(&all[b], cudaEventDisableTiming));
            }
        }
    }
};

enum class arrangement { stream_for_each_buffer, in_place, separate };

void issue(machine& m, const buffer_events& e, arrangement how, std::size_t bytes, int b,
           long long cycles) {
    const bool has_lanes = how == arrangement::stream_for_each_buffer;
    const cudaStream_t up = m.streams[has_lanes ? b : 0];
    const cudaStream_t compute = m.streams[has_lanes ? b : 1];
    const cudaStream_t down = m.streams[has_lanes ? b : 2];
    const bool is_separate = how == arrangement::separate;
    char* const result = is_separate ? m.result[b] : m.device[b];
    CHECK(cudaStreamWaitEvent(up, is_separate ? e.computed[b] : e.emptied[b], 0));
    CHECK(cudaMemcpyAsync(m.device[b], m.in, bytes, cudaMemcpyHostToDevice, up));
    CHECK(cudaEventRecord(e.filled[b], up));
    CHECK(cudaStreamWaitEvent(compute, e.filled[b], 0));
    CHECK(cudaStreamWaitEvent(compute, e.emptied[b], 0));
    transform<<<1, 32, 0, compute>>>(m.device[b], result, cycles);
    CHECK(cudaEventRecord(e.computed[b], compute));
    CHECK(cudaStreamWaitEvent(down, e.computed[b], 0));
    CHECK(cudaMemcpyAsync(m.out[b], result, bytes, cudaMemcpyDeviceToHost, down));
    CHECK(cudaEventRecord(e.emptied[b], down));
}

// Chapter 10: two, three and four buffers, arranged in three ways, the kernel 0.9 of a copy; a
// share is the rate by that of large copies in both directions.
void buffers(machine& m) {
    const buffer_events events;
    const double both = time_of([&] {
        CHECK(cudaMemcpyAsync(m.device[0], m.in, largest, cudaMemcpyHostToDevice, m.streams[0]));
        CHECK(cudaMemcpyAsync(m.out[0], m.device[1], largest, cudaMemcpyDeviceToHost,
                              m.streams[1]));
    });
    const char* const names[] = {"stream-for-each-buffer", "in-place", "separate"};
    for (const std::size_t chunk : {mib, 2 * mib, 4 * mib, 8 * mib}) {
        const auto cycles = m.cycles_for(0.9 * m.copy_us(chunk));
        for (const auto how : {arrangement::stream_for_each_buffer, arrangement::in_place,
                               arrangement::separate}) {
            for (int n = 2; n <= most_buffers; ++n) {
                const double us = time_of([&] {
                    for (int i = 0; i < static_cast<int>(total / chunk); ++i) {
                        issue(m, events, how, chunk, i % n, cycles);
                    }
                });
                say("buffers." + std::to_string(chunk / mib) + "MiB." +
                        names[static_cast<int>(how)] + "." + std::to_string(n),
                    both * static_cast<double>(total) / static_cast<double>(largest) / us, "");
            }
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    machine m;
    const auto wants = [&](const char* part) {
        return argc == 1 || std::any_of(argv + 1, argv + argc, [&](const char* each) {
                   return std::strcmp(each, part) == 0;
               });
    };
    if (wants("default-stream")) default_stream(m);
    if (wants("timing")) timing(m);
    if (wants("chunk-size")) chunk_size(m);
    if (wants("buffers")) buffers(m);
    return 0;
}
