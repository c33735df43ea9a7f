// Figures of memory other than plain copies, one "name value unit" a line: managed memory, kernels
// that work on the host's memory, write-combined memory, pools, batches. Runs on a GPU and on the
// simulated device alike; what an H200 printed is in h200_memory.txt.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t kib = 1024, mib = 1024 * kib;
constexpr std::size_t size = 64 * mib;
constexpr int words = static_cast<int>(size / sizeof(int));

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

void say(const char* name, double value, const char* unit) {
    std::printf("%s %.3f %s\n", name, value, unit);
}

/// Median of a few runs of `body`, each after `prepare`, in microseconds.
template <class Prepare, class Body>
double time_of(Prepare prepare, Body body) {
    std::vector<double> times;
    for (int run = 0; run < 5; ++run) {
        prepare();
        check(cudaDeviceSynchronize(), "synchronize");
        const double start = now_us();
        body();
        times.push_back(now_us() - start);
    }
    check(cudaDeviceSynchronize(), "synchronize");
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

__global__ void add_one(int* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += 1;
}
__global__ void read_all(const int* p, int n, int* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && p[i] == -12345)
        *sum = 1;
}
__global__ void write_all(int* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i;
}

template <class Kernel, class... Args>
void run(Kernel kernel, Args... args) {
    kernel<<<words / 256, 256>>>(args...);
    check(cudaDeviceSynchronize(), "kernel");
}

long long sum_of(const int* p, int n) {
    long long sum = 0;
    for (int i = 0; i < n; ++i)
        sum += p[i];
    return sum;
}

void nothing() {}

cudaMemLocation place(cudaMemLocationType type) {
    cudaMemLocation l{};
    l.type = type;
    return l;
}

void prefetch(const void* p, std::size_t n, cudaMemLocationType where) {
    check(cudaMemPrefetchAsync(p, n, place(where), 0, 0), "prefetch");
}

void managed(int* sum) {
    int* m = nullptr;
    check(cudaMallocManaged(&m, size), "managed");
    const auto to_host = [&] {
        prefetch(m, size, cudaMemLocationTypeHost);
        check(cudaDeviceSynchronize(), "prefetch");
    };
    const auto to_device = [&] {
        prefetch(m, size, cudaMemLocationTypeDevice);
        check(cudaDeviceSynchronize(), "prefetch");
    };
    const auto on_host = [&] {
        to_host();
        for (int i = 0; i < words; ++i)
            m[i] = i;
    };
    volatile long long kept = 0;
    on_host();
    say("managed.kernel-resident", time_of(to_device, [&] { run(add_one, m, words); }), "us");
    say("managed.kernel-faults", time_of(on_host, [&] { run(add_one, m, words); }), "us");
    say("managed.kernel-faults-1MiB",
        time_of(on_host,
                [&] {
                    add_one<<<1024, 256>>>(m, 1024 * 256);
                    check(cudaDeviceSynchronize(), "kernel");
                }),
        "us");
    say("managed.kernel-faults-64KiB",
        time_of(on_host,
                [&] {
                    add_one<<<64, 256>>>(m, 64 * 256);
                    check(cudaDeviceSynchronize(), "kernel");
                }),
        "us");
    say("managed.host-reads-own", time_of(on_host, [&] { kept = sum_of(m, words); }), "us");
    say("managed.host-faults", time_of(to_device, [&] { kept = sum_of(m, words); }), "us");
    say("managed.host-faults-1MiB", time_of(to_device, [&] { kept = sum_of(m, 1024 * 256); }),
        "us");
    say("managed.host-faults-64KiB", time_of(to_device, [&] { kept = sum_of(m, 64 * 256); }), "us");
    say("managed.host-faults-4B", time_of(to_device, [&] { kept = m[12345]; }), "us");
    say("managed.prefetch-to-device", time_of(on_host, to_device), "us");
    say("managed.prefetch-to-host", time_of(to_device, to_host), "us");
    say("managed.prefetch-in-place", time_of(to_device, to_device), "us");
    say("managed.prefetch-call",
        time_of(on_host, [&] { prefetch(m, size, cudaMemLocationTypeDevice); }), "us");
    check(cudaMemAdvise(m, size, cudaMemAdviseSetPreferredLocation, place(cudaMemLocationTypeHost)),
          "advise");
    check(cudaMemAdvise(m, size, cudaMemAdviseSetAccessedBy, place(cudaMemLocationTypeDevice)),
          "advise");
    say("managed.mapped-kernel-reads", time_of(on_host, [&] { run(read_all, m, words, sum); }),
        "us");
    int* h = nullptr;
    check(cudaMallocHost(&h, size), "pinned");
    check(cudaMemAdvise(m, size, cudaMemAdviseUnsetAccessedBy, place(cudaMemLocationTypeDevice)),
          "");
    check(
        cudaMemAdvise(m, size, cudaMemAdviseUnsetPreferredLocation, place(cudaMemLocationTypeHost)),
        "");
    const auto copy_down = [&] {
        check(cudaMemcpyAsync(h, m, size, cudaMemcpyDefault, 0), "copy");
        check(cudaStreamSynchronize(0), "copy");
    };
    say("managed.copy-from-host-place", time_of(on_host, copy_down), "us");
    say("managed.copy-from-device-place", time_of(to_device, copy_down), "us");
    say("managed.first-touch-host",
        time_of(
            [&] {
                check(cudaFree(m), "free");
                check(cudaMallocManaged(&m, size), "managed");
            },
            [&] {
                for (int i = 0; i < words; ++i)
                    m[i] = i;
            }),
        "us");
    say("managed.first-touch-kernel",
        time_of(
            [&] {
                check(cudaFree(m), "free");
                check(cudaMallocManaged(&m, size), "managed");
            },
            [&] { run(write_all, m, words); }),
        "us");
    check(cudaFree(m), "free");
    check(cudaFreeHost(h), "free");
}

void mapped(int* sum) {
    int *plain = nullptr, *combined = nullptr, *d = nullptr;
    check(cudaHostAlloc(&plain, size, cudaHostAllocMapped), "pinned");
    check(cudaHostAlloc(&combined, size, cudaHostAllocMapped | cudaHostAllocWriteCombined),
          "pinned");
    check(cudaMalloc(&d, size), "device");
    std::memset(plain, 0, size);
    std::memset(combined, 0, size);
    volatile long long kept = 0;
    say("mapped.kernel-reads", time_of(nothing, [&] { run(read_all, plain, words, sum); }), "us");
    say("mapped.kernel-writes", time_of(nothing, [&] { run(write_all, plain, words); }), "us");
    say("mapped.kernel-both", time_of(nothing, [&] { run(add_one, plain, words); }), "us");
    say("combined.kernel-reads", time_of(nothing, [&] { run(read_all, combined, words, sum); }),
        "us");
    say("pinned.host-reads", time_of(nothing, [&] { kept = sum_of(plain, words); }), "us");
    say("combined.host-reads", time_of(nothing, [&] { kept = sum_of(combined, words); }), "us");
    say("pinned.host-writes", time_of(nothing, [&] { std::memset(plain, 1, size); }), "us");
    say("combined.host-writes", time_of(nothing, [&] { std::memset(combined, 1, size); }), "us");
    const auto up = [&](const void* from) {
        check(cudaMemcpy(d, from, size, cudaMemcpyHostToDevice), "copy");
    };
    say("pinned.upload", time_of(nothing, [&] { up(plain); }), "us");
    say("combined.upload", time_of(nothing, [&] { up(combined); }), "us");
    check(cudaFreeHost(plain), "free");
    check(cudaFreeHost(combined), "free");
    check(cudaFree(d), "free");
}

void pools() {
    cudaStream_t s;
    check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
    void* p = nullptr;
    const auto get = [&] { check(cudaMallocAsync(&p, 8 * mib, s), "alloc"); };
    const auto give = [&] { check(cudaFreeAsync(p, s), "free"); };
    say("pool.alloc-new", time_of(nothing, get), "us");
    cudaMemPool_t pool;
    unsigned long long all = ~0ull;
    check(cudaDeviceGetDefaultMemPool(&pool, 0), "pool");
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "threshold");
    give();
    say("pool.alloc-again",
        time_of(
            [&] {
                get();
                give();
            },
            get),
        "us");
    say("pool.free", time_of(get, give), "us");
    check(cudaStreamDestroy(s), "stream");
}

void batches() {
    constexpr std::size_t n = 64, piece = 16 * kib;
    cudaStream_t s;
    check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
    char *h = nullptr, *d = nullptr;
    check(cudaMallocHost(&h, n * piece), "pinned");
    check(cudaMalloc(&d, n * piece), "device");
    std::memset(h, 1, n * piece);
    const void* from[n];
    void* to[n];
    std::size_t sizes[n], first = 0;
    for (std::size_t i = 0; i < n; ++i) {
        from[i] = h + i * piece;
        to[i] = d + (n - 1 - i) * piece;
        sizes[i] = piece;
    }
    cudaMemcpyAttributes how{};
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    const auto one_by_one = [&] {
        for (std::size_t i = 0; i < n; ++i)
            check(cudaMemcpyAsync(to[i], from[i], piece, cudaMemcpyHostToDevice, s), "copy");
    };
    const auto batch = [&] {
        check(cudaMemcpyBatchAsync(to, from, sizes, n, &how, &first, 1, s), "batch");
    };
    const auto wait = [&] { check(cudaStreamSynchronize(s), "wait"); };
    say("batch.calls-one-by-one", time_of(nothing, one_by_one), "us");
    say("batch.call", time_of(nothing, batch), "us");
    say("batch.all-one-by-one",
        time_of(nothing,
                [&] {
                    one_by_one();
                    wait();
                }),
        "us");
    say("batch.all",
        time_of(nothing,
                [&] {
                    batch();
                    wait();
                }),
        "us");
}

}  // namespace

int main() {
    int* sum = nullptr;
    check(cudaMalloc(&sum, sizeof *sum), "device");
    mapped(sum);
    managed(sum);
    pools();
    batches();
}
