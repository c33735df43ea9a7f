// Transfer figures of a machine, one "name value unit" a line: runs on a GPU and on the simulated
// device alike. What an H200 printed is in h200_figures.txt; compare_figures.py puts both side by
// side.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kib = 1024, mib = 1024 * kib;
constexpr std::size_t largest = 256 * mib, chunk = 8 * mib;
constexpr int chunks = static_cast<int>(largest / chunk);
constexpr double kernel_us = 157.0;

__global__ void work(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

void say(const std::string& name, double value, const char* unit) {
    std::printf("%s %.3f %s\n", name.c_str(), value, unit);
}

struct memory {
    char *pinned_in = nullptr, *pinned_out = nullptr, *pageable_in = nullptr,
         *pageable_out = nullptr, *device = nullptr;
    long long cycles = 0;
};

/// Shortest of a few runs, in microseconds.
template <class Body>
double time_of(Body body) {
    double best = 1e300;
    for (int run = 0; run < 3; ++run) {
        check(cudaDeviceSynchronize(), "synchronize");
        const double start = now_us();
        body();
        best = std::min(best, now_us() - start);
    }
    check(cudaDeviceSynchronize(), "synchronize");
    return best;
}

std::string size_name(std::size_t size) {
    return size < mib ? std::to_string(size / kib) + "KiB" : std::to_string(size / mib) + "MiB";
}

void one_copy(const memory& m) {
    for (const std::size_t size : {1 * kib, 16 * kib, 64 * kib, 256 * kib, 1 * mib, 4 * mib,
                                   16 * mib, 64 * mib, 256 * mib}) {
        const auto copy = [&](void* to, const void* from, cudaMemcpyKind kind) {
            return time_of([&] {
                check(cudaMemcpy(to, from, size, kind), "copy");
                check(cudaDeviceSynchronize(), "synchronize");
            });
        };
        const std::string name = "one-copy." + size_name(size);
        say(name + ".pinned-h2d", copy(m.device, m.pinned_in, cudaMemcpyHostToDevice), "us");
        say(name + ".pinned-d2h", copy(m.pinned_out, m.device, cudaMemcpyDeviceToHost), "us");
        say(name + ".pageable-h2d", copy(m.device, m.pageable_in, cudaMemcpyHostToDevice), "us");
        say(name + ".pageable-d2h", copy(m.pageable_out, m.device, cudaMemcpyDeviceToHost), "us");
    }
}

void two_copies(const memory& m) {
    cudaStream_t a, b;
    check(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking), "stream");
    check(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking), "stream");
    constexpr std::size_t half = largest / 2;
    const double both = time_of([&] {
        cudaMemcpyAsync(m.device, m.pinned_in, half, cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(m.pinned_out, m.device + half, half, cudaMemcpyDeviceToHost, b);
        check(cudaDeviceSynchronize(), "synchronize");
    });
    say("two-copies.opposite", 2e-3 * half / both, "GB/s");
    const double same = time_of([&] {
        cudaMemcpyAsync(m.device, m.pinned_in, half, cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(m.device + half, m.pinned_out, half, cudaMemcpyHostToDevice, b);
        check(cudaDeviceSynchronize(), "synchronize");
    });
    say("two-copies.same", 2e-3 * half / same, "GB/s");
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

void inside_async(const memory& m) {
    cudaStream_t s;
    check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
    for (const std::size_t size : {4 * kib, 64 * kib, 1 * mib, 16 * mib, 256 * mib}) {
        const auto call = [&](void* to, const void* from, cudaMemcpyKind kind) {
            return time_of([&] { check(cudaMemcpyAsync(to, from, size, kind, s), "copy"); });
        };
        const std::string name = "async-call." + size_name(size);
        say(name + ".pinned-h2d", call(m.device, m.pinned_in, cudaMemcpyHostToDevice), "us");
        say(name + ".pinned-d2h", call(m.pinned_out, m.device, cudaMemcpyDeviceToHost), "us");
        say(name + ".pageable-h2d", call(m.device, m.pageable_in, cudaMemcpyHostToDevice), "us");
        say(name + ".pageable-d2h", call(m.pageable_out, m.device, cudaMemcpyDeviceToHost), "us");
    }
    check(cudaStreamSynchronize(s), "synchronize");
    cudaStreamDestroy(s);
}

void blocking_pipeline(const memory& m, char* in, char* out) {
    for (int c = 0; c < chunks; ++c) {
        cudaMemcpy(m.device, in + c * chunk, chunk, cudaMemcpyHostToDevice);
        work<<<1, 1>>>(m.cycles);
        cudaMemcpy(out + c * chunk, m.device, chunk, cudaMemcpyDeviceToHost);
    }
}

void streams_pipeline(const memory& m, char* in, char* out, const std::vector<cudaStream_t>& s) {
    for (int c = 0; c < chunks; ++c) {
        const std::size_t k = static_cast<std::size_t>(c) % s.size();
        char* buffer = m.device + k * chunk;
        cudaMemcpyAsync(buffer, in + c * chunk, chunk, cudaMemcpyHostToDevice, s[k]);
        work<<<1, 1, 0, s[k]>>>(m.cycles);
        cudaMemcpyAsync(out + c * chunk, buffer, chunk, cudaMemcpyDeviceToHost, s[k]);
    }
    check(cudaDeviceSynchronize(), "synchronize");
}

/// Upload and kernel over two buffers; with one event for both buffers or with one each.
void upload_pipeline(const memory& m, cudaStream_t up, cudaStream_t comp, bool an_event_each) {
    cudaEvent_t filled[2], used[2];
    for (int b = 0; b < 2; ++b) {
        cudaEventCreateWithFlags(&filled[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[b], cudaEventDisableTiming);
    }
    for (int c = 0; c < chunks; ++c) {
        const int b = c % 2, e = an_event_each ? b : 0;
        if (an_event_each) cudaStreamWaitEvent(up, used[e], 0);
        cudaMemcpyAsync(m.device + b * chunk, m.pinned_in + c * chunk, chunk,
                        cudaMemcpyHostToDevice, up);
        cudaEventRecord(filled[e], up);
        cudaStreamWaitEvent(comp, filled[e], 0);
        work<<<1, 1, 0, comp>>>(m.cycles);
        cudaEventRecord(used[e], comp);
        if (!an_event_each) cudaStreamWaitEvent(up, used[e], 0);
    }
    check(cudaDeviceSynchronize(), "synchronize");
    for (int b = 0; b < 2; ++b) {
        cudaEventDestroy(filled[b]);
        cudaEventDestroy(used[b]);
    }
}

/// All three stages in place, a stream for each stage.
void in_place_pipeline(const memory& m, const std::vector<cudaStream_t>& s, int buffers) {
    std::vector<cudaEvent_t> events(static_cast<std::size_t>(3 * buffers));
    for (cudaEvent_t& e : events) cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    for (int c = 0; c < chunks; ++c) {
        const int b = c % buffers;
        cudaEvent_t* e = &events[static_cast<std::size_t>(3 * b)];
        char* buffer = m.device + b * chunk;
        cudaStreamWaitEvent(s[0], e[2], 0);
        cudaMemcpyAsync(buffer, m.pinned_in + c * chunk, chunk, cudaMemcpyHostToDevice, s[0]);
        cudaEventRecord(e[0], s[0]);
        cudaStreamWaitEvent(s[1], e[0], 0);
        work<<<1, 1, 0, s[1]>>>(m.cycles);
        cudaEventRecord(e[1], s[1]);
        cudaStreamWaitEvent(s[2], e[1], 0);
        cudaMemcpyAsync(m.pinned_out + c * chunk, buffer, chunk, cudaMemcpyDeviceToHost, s[2]);
        cudaEventRecord(e[2], s[2]);
    }
    check(cudaDeviceSynchronize(), "synchronize");
    for (cudaEvent_t& e : events) cudaEventDestroy(e);
}

void pipelines(const memory& m) {
    std::vector<cudaStream_t> all(32);
    for (cudaStream_t& s : all) {
        check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
    }
    const auto first = [&](int n) {
        return std::vector<cudaStream_t>(all.begin(), all.begin() + n);
    };
    const auto ms = [&](const std::string& name, auto body) {
        say("pipeline." + name, time_of(body) / 1000.0, "ms");
    };
    ms("pageable-blocking", [&] { blocking_pipeline(m, m.pageable_in, m.pageable_out); });
    ms("pageable-4-streams",
       [&] { streams_pipeline(m, m.pageable_in, m.pageable_out, first(4)); });
    ms("pinned-blocking", [&] { blocking_pipeline(m, m.pinned_in, m.pinned_out); });
    for (const int n : {1, 2, 3, 4, 8, 16, 32}) {
        ms("pinned-" + std::to_string(n) + "-streams",
           [&] { streams_pipeline(m, m.pinned_in, m.pinned_out, first(n)); });
    }
    ms("upload-one-event", [&] { upload_pipeline(m, all[0], all[1], false); });
    ms("upload-event-each", [&] { upload_pipeline(m, all[0], all[1], true); });
    ms("in-place-2-buffers", [&] { in_place_pipeline(m, all, 2); });
    ms("in-place-3-buffers", [&] { in_place_pipeline(m, all, 3); });
    for (cudaStream_t s : all) cudaStreamDestroy(s);
}

}  // namespace

int main() {
    memory m;
    check(cudaMallocHost(&m.pinned_in, largest), "pinned memory");
    check(cudaMallocHost(&m.pinned_out, largest), "pinned memory");
    check(cudaMalloc(&m.device, largest), "device memory");
    m.pageable_in = static_cast<char*>(std::malloc(largest));
    m.pageable_out = static_cast<char*>(std::malloc(largest));
    for (char* p : {m.pinned_in, m.pinned_out, m.pageable_in, m.pageable_out}) {
        std::memset(p, 1, largest);
    }
    check(cudaMemset(m.device, 0, largest), "memset");
    int khz = 0;
    check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "clock rate");
    m.cycles = static_cast<long long>(kernel_us * khz / 1000.0);
    one_copy(m);
    two_copies(m);
    inside_async(m);
    pipelines(m);
    std::free(m.pageable_in);
    std::free(m.pageable_out);
    cudaFree(m.device);
    cudaFreeHost(m.pinned_in);
    cudaFreeHost(m.pinned_out);
}
