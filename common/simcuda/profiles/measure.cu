// Measures a machine and prints a profile for the simulated device:
//
//     nvcc -O2 measure.cu -o measure && ./measure > mine.toml
//
// Takes some seconds; the machine should have nothing else to do. docs/en/profiles.md explains the
// entries. Built with `lab cc`, it measures the simulated device: a test of both.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kib = 1024, mib = 1024 * kib, largest = 256 * mib;

__global__ void spin(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void nothing() {}

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

void settle() {
    check(cudaDeviceSynchronize(), "synchronize");
}

/// The first launch after a wait takes longer: after this one the host has that behind it, and the
/// device is idle again.
void get_going() {
    nothing<<<1, 1>>>();
    while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
}

/// Median of a few runs in microseconds, each begun with an idle device, after `before`.
template <class Body, class Before>
double time_of(Body body, int runs, Before before) {
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        settle();
        before();
        const double start = now_us();
        body();
        times.push_back(now_us() - start);
    }
    settle();
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class Body>
double time_of(Body body, int runs = 5) {
    return time_of(body, runs, [] {});
}

/// Microseconds of one of many calls in a row.
template <class Call>
double time_of_call(Call call, int times = 100) {
    const auto all = [&] {
        for (int i = 0; i < times; ++i)
            call(i);
    };
    return time_of(all, 5, get_going) / times;
}

double time_to_read_clock() {
    return time_of_call([](int) { now_us(); }, 1000);
}

struct machine {
    cudaDeviceProp properties{};
    int clock_khz = 0, memory_clock_khz = 0;
    char *up = nullptr, *down = nullptr, *pageable = nullptr, *device = nullptr;
    cudaStream_t a = nullptr, b = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr, turn[2] = {nullptr, nullptr};

    machine() {
        check(cudaGetDeviceProperties(&properties, 0), "properties");
        cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0);
        cudaDeviceGetAttribute(&memory_clock_khz, cudaDevAttrMemoryClockRate, 0);
        check(cudaMallocHost(&up, largest), "pinned memory");
        check(cudaMallocHost(&down, largest), "pinned memory");
        check(cudaMalloc(&device, 2 * largest), "device memory");
        pageable = static_cast<char*>(std::malloc(largest));
        for (char* p : {up, down, pageable})
            std::memset(p, 1, largest);
        check(cudaMemset(device, 0, 2 * largest), "memset");
        settle();  // the streams below do not wait for the default one
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        for (cudaEvent_t& e : turn)
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        for (int i = 0; i < 20; ++i) {  // what happens once only, and clocks that rise
            keep_busy(1000.0);
            nothing<<<1, 1, 0, a>>>();
            upload(mib, a);
            download(mib, b);
            settle();
        }
    }
    void keep_busy(double us) const {
        spin<<<1, 1, 0, a>>>(static_cast<long long>(us * clock_khz / 1000.0));
    }
    void upload(std::size_t size, cudaStream_t s) const {
        check(cudaMemcpyAsync(device, up, size, cudaMemcpyHostToDevice, s), "upload");
    }
    void download(std::size_t size, cudaStream_t s) const {
        check(cudaMemcpyAsync(down, device + largest, size, cudaMemcpyDeviceToHost, s), "download");
    }
    /// What `many` pieces of work cost the device, issued while it is still busy with others.
    template <class Issue>
    double time_on_device(Issue issue, int many) const {
        settle();
        keep_busy(10000.0);
        cudaEventRecord(begin, a);
        for (int i = 0; i < many; ++i)
            issue();
        cudaEventRecord(end, a);
        settle();
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        return 1000.0 * static_cast<double>(ms) / many;
    }
};

void say(const char* key, double value) {
    std::printf("%s = %.6g\n", key, value);
}
void say_whole(const char* key, long long value) {
    std::printf("%s = %lld\n", key, value);
}
void section(const char* name) {
    std::printf("\n[%s]\n", name);
}

/// By compute capability; CUDA Programming Guide, "Arithmetic Instructions".
int lanes_of(const cudaDeviceProp& p) {
    const bool few = p.minor == 0 ? p.major < 9 : p.major == 7;
    return few ? 64 : 128;
}

void say_shared_choices(const cudaDeviceProp& p) {
    const int whole = static_cast<int>(p.sharedMemPerMultiprocessor / kib);
    std::printf("shared_kib_choices = [");
    for (const int kib_of : {8, 16, 32, 64, 100, 132, 164, 196}) {
        const bool turing = p.major == 7 && p.minor == 5;
        if (kib_of < whole && !(turing && kib_of < 32))
            std::printf("%d, ", kib_of);
    }
    std::printf("%d]\n", whole);
}

double memory_rate(const machine& m) {
    const auto copy = [&] {
        cudaMemcpyAsync(m.device, m.device + largest, largest, cudaMemcpyDeviceToDevice, m.a);
    };
    return 2e-3 * largest / m.time_on_device(copy, 5);
}

struct link_figures {
    double up_us = 0, down_us = 0;          ///< of a long copy alone, and ...
    double up_beside = 0, down_beside = 0;  ///< ... while the other direction is busy throughout
    double up_pause = 0, down_pause = 0;    ///< after each copy meanwhile
    int engines = 0;
};

link_figures measure_link(const machine& m) {
    constexpr std::size_t piece = 32 * mib;
    const auto up = [&] { m.upload(piece, m.a); };
    const auto down = [&] { m.download(piece, m.a); };
    link_figures l;
    l.up_us = m.time_on_device(up, 8);
    l.down_us = m.time_on_device(down, 8);
    // The other stream begins with the first one and is busy for longer.
    const auto beside = [&](auto in_other_stream, auto issue) {
        return m.time_on_device(
            [&] {
                cudaStreamWaitEvent(m.b, m.begin, 0);
                for (int i = 0; i < 4; ++i)
                    in_other_stream();
                issue();
            },
            1);
    };
    const double both = time_of([&] {
        m.upload(largest, m.a);
        m.download(largest, m.b);
        settle();
    });
    const double longer = std::max(l.up_us, l.down_us) * (largest / piece);
    const double sum = (l.up_us + l.down_us) * (largest / piece);
    const bool both_at_once = both < longer + 0.75 * (sum - longer);
    const double kernel_us = l.up_us * 4;
    const double with_kernel = time_of([&] {
        m.keep_busy(kernel_us);
        m.upload(4 * piece, m.b);
        settle();
    });
    const bool beside_kernels = with_kernel < 1.5 * kernel_us;
    l.engines = !beside_kernels ? 0 : both_at_once ? 2 : 1;
    l.up_beside = l.engines < 2 ? l.up_us : beside([&] { m.download(piece, m.b); }, up);
    l.down_beside = l.engines < 2 ? l.down_us : beside([&] { m.upload(piece, m.b); }, down);
    if (l.engines < 2)
        return l;
    // What short copies lose that long ones do not.
    constexpr std::size_t few_mib = 4 * mib;
    constexpr int many = 12;  // together shorter than what runs beside them
    const auto pause = [&](auto in_other_stream, auto issue, double slower) {
        const auto all = [&] {
            for (int i = 0; i < many; ++i)
                issue();
        };
        std::vector<double> pauses;
        for (int i = 0; i < 9; ++i)
            pauses.push_back(beside(in_other_stream, all) / many -
                             m.time_on_device(issue, many) * slower);
        std::sort(pauses.begin(), pauses.end());
        return std::max(0.0, pauses[pauses.size() / 2]);
    };
    l.up_pause = pause([&] { m.download(piece, m.b); }, [&] { m.upload(few_mib, m.a); },
                       l.up_beside / l.up_us);
    l.down_pause = pause([&] { m.upload(piece, m.b); }, [&] { m.download(few_mib, m.a); },
                         l.down_beside / l.down_us);
    return l;
}

void say_device(const machine& m, const link_figures& l) {
    const cudaDeviceProp& p = m.properties;
    std::printf("base = \"h200\"\nname = \"mine\"\ntitle = \"%s\"\n", p.name);
    section("device");
    std::printf("name = \"%s\"\ncompute_capability = [%d, %d]\n", p.name, p.major, p.minor);
    say_whole("multiprocessors", p.multiProcessorCount);
    say_whole("threads_per_multiprocessor", p.maxThreadsPerMultiProcessor);
    say_whole("blocks_per_multiprocessor", p.maxBlocksPerMultiProcessor);
    say_whole("registers_per_multiprocessor", p.regsPerMultiprocessor);
    say_whole("lanes_per_multiprocessor", lanes_of(p));
    say_whole("clock_khz", m.clock_khz);
    say_whole("memory_bytes", static_cast<long long>(p.totalGlobalMem));
    say("memory_gb_per_s", memory_rate(m));
    say_whole("memory_clock_khz", m.memory_clock_khz);
    say_whole("memory_bus_bits", p.memoryBusWidth);
    say_whole("l2_bytes", p.l2CacheSize);
    say_whole("shared_bytes_per_block", static_cast<long long>(p.sharedMemPerBlockOptin));
    say_shared_choices(p);
    say_whole("async_engine_count", p.asyncEngineCount);
    say_whole("copy_engines", l.engines);
    say_whole("pageable_memory_access", p.pageableMemoryAccess);
    say_whole("host_page_tables", p.pageableMemoryAccessUsesHostPageTables);
}

/// What lies between work and the work behind it that another engine does.
double time_to_hand_over(const machine& m) {
    constexpr double some_us = 20.0;
    constexpr int many = 40;
    const auto up = [&] { m.upload(mib, m.a); };
    const auto down = [&] { m.download(mib, m.a); };
    const auto kernel = [&] { m.keep_busy(some_us); };
    const auto between = [&](auto one, auto other) {
        const auto both = [&] {
            one();
            other();
        };
        const double alone = m.time_on_device(one, many) + m.time_on_device(other, many);
        return (m.time_on_device(both, many) - alone) / 2;
    };
    std::vector<double> found;
    for (int i = 0; i < 5; ++i) {
        found.push_back(between(up, kernel));
        found.push_back(between(kernel, down));
    }
    std::sort(found.begin(), found.end());
    return std::max(0.0, found[found.size() / 2]);
}

/// What a copy engine takes from a copy of one stream to the next one of another.
double time_to_turn(const machine& m) {
    const double alone = m.time_on_device([&] { m.upload(mib, m.a); }, 40);
    const double in_turns = m.time_on_device(
        [&] {
            m.upload(mib, m.a);
            cudaEventRecord(m.turn[0], m.a);
            cudaStreamWaitEvent(m.b, m.turn[0], 0);
            m.upload(mib, m.b);
            cudaEventRecord(m.turn[1], m.b);
            cudaStreamWaitEvent(m.a, m.turn[1], 0);
        },
        20);
    return std::max(0.0, in_turns / 2 - alone);
}

/// An upload of what the host has just written, beside the same once more.
struct fresh_figures {
    double share = 1;        ///< of the rate
    double cache_bytes = 0;  ///< how much of what it wrote a processor still has to itself
};

fresh_figures measure_fresh(const machine& m, double us_per_byte) {
    const long told = sysconf(_SC_LEVEL2_CACHE_SIZE);  // the largest that is a processor's own
    const auto cache = static_cast<std::size_t>(told > 0 ? told : static_cast<long>(2 * mib));
    // What the last `size` of `written` bytes take longer than once more.
    const auto longer = [&](std::size_t written, std::size_t size) {
        const auto time = [&] {
            cudaEventRecord(m.begin, m.a);
            cudaMemcpyAsync(m.device, m.up + written - size, size, cudaMemcpyHostToDevice, m.a);
            cudaEventRecord(m.end, m.a);
            settle();
            float ms = 0;
            cudaEventElapsedTime(&ms, m.begin, m.end);
            return 1000.0 * static_cast<double>(ms);
        };
        std::vector<double> more;
        for (int run = 0; run < 25; ++run) {
            for (std::size_t i = 0; i < written / sizeof(int); ++i)
                reinterpret_cast<volatile int*>(m.up)[i] = run;
            const double fresh = time();
            more.push_back(fresh - time());
        }
        std::sort(more.begin(), more.end());
        return std::max(0.0, more[more.size() / 2]);
    };
    const auto part = static_cast<double>(cache / 2);
    const double in_cache = longer(cache / 2, cache / 2);
    fresh_figures f;
    f.share = us_per_byte * part / (us_per_byte * part + in_cache);
    f.cache_bytes = static_cast<double>(cache);
    if (f.share < 0.9)
        f.cache_bytes = std::clamp(longer(4 * cache, 2 * cache) / in_cache * part, part,
                                   static_cast<double>(2 * cache));
    return f;
}

/// Microseconds inside calls as programs have them: different ones in turns, not one of them over
/// and over, which is quicker.
struct call_figures {
    double copy = 0, launch = 0, record = 0, wait = 0;
    double after_wait = 0;  ///< more for a copy or a launch right after a wait
    double latency = 0;     ///< from its return to that of a wait for it, less the work itself
};

double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

call_figures measure_calls(const machine& m) {
    constexpr std::size_t size = 64 * kib;
    constexpr int rounds = 200, before_a_rest = 40;
    const auto up = [&] { m.upload(size, m.a); };
    const auto launch = [&] { nothing<<<1, 1, 0, m.a>>>(); };
    const double clock = time_to_read_clock();
    const auto timed = [&](std::vector<double>& times, auto call) {
        const double start = now_us();
        call();
        times.push_back(now_us() - start - clock);
    };
    std::vector<double> copies, launches, records, waits;
    for (int i = 0; i < rounds; ++i) {
        if (i % before_a_rest == 0)
            settle();
        timed(copies, up);
        timed(records, [&] { cudaEventRecord(m.turn[0], m.a); });
        timed(waits, [&] { cudaStreamWaitEvent(m.b, m.turn[0], 0); });
        timed(launches, launch);
    }
    settle();
    call_figures f{median(copies), median(launches), median(records), median(waits), 0, 0};

    std::vector<double> more, latencies;
    const auto with_wait = [&](auto call, double usual, double own) {
        std::vector<double> times, until_done;
        for (int i = 0; i < rounds; ++i) {
            // Each in turns with the other, and after a wait.
            launch();
            cudaStreamSynchronize(m.a);
            up();
            cudaStreamSynchronize(m.a);
            const double start = now_us();
            timed(times, call);
            cudaStreamSynchronize(m.a);
            until_done.push_back(now_us() - start);
        }
        more.push_back(median(times) - usual);
        latencies.push_back(median(until_done) - median(times) - own - 2 * clock);
    };
    with_wait(up, f.copy, m.time_on_device(up, 200));
    with_wait(launch, f.launch, m.time_on_device(launch, 200));
    f.after_wait = std::max(0.0, (more[0] + more[1]) / 2);
    f.latency = std::max(0.3, (latencies[0] + latencies[1]) / 2);
    return f;
}

void say_copies(const machine& m, const link_figures& l, const fresh_figures& fresh,
                const call_figures& calls) {
    constexpr double piece = 32.0 * mib;
    const double up = m.time_on_device([&] { m.upload(4 * kib, m.a); }, 200);
    const double floor = m.time_on_device([&] { nothing<<<1, 1, 0, m.a>>>(); }, 200);
    section("copy");
    say("h2d_gb_per_s", 1e-3 * piece / l.up_us);
    say("d2h_gb_per_s", 1e-3 * piece / l.down_us);
    say("fresh_h2d", fresh.share);
    say("two_way_h2d", std::min(1.0, l.up_us / l.up_beside));
    say("two_way_d2h", std::min(1.0, l.down_us / l.down_beside));
    say("pause_beside_h2d_us", l.up_pause);
    say("pause_beside_d2h_us", l.down_pause);
    say("setup_us", up);
    say("kernel_floor_us", floor);
    section("latency");
    say("submit_us", calls.latency / 3);  // only their sum can be seen from outside
    say("wake_us", calls.latency * 2 / 3);
    say("hand_over_us", time_to_hand_over(m));
    say("turn_to_stream_us", time_to_turn(m));
    say("after_wait_us", calls.after_wait);
}

/// Time inside the asynchronous call with pageable memory; the device is idle before. The memory
/// was just written, as it is where somebody computes what is uploaded.
double pageable_us(const machine& m, std::size_t size, cudaMemcpyKind kind) {
    const bool up = kind == cudaMemcpyHostToDevice;
    return time_of(
        [&] {
            check(cudaMemcpyAsync(up ? m.device : m.pageable, up ? m.pageable : m.device, size,
                                  kind, m.a),
                  "pageable copy");
        },
        9,
        [&] {
            get_going();
            std::memset(m.pageable, 1, std::min(size, 16 * mib));
        });
}

void say_curve(const machine& m, const char* key, cudaMemcpyKind kind) {
    std::printf("%s = [", key);
    double last = 0;
    for (const std::size_t size :
         {kib, 4 * kib, 16 * kib, 64 * kib, 256 * kib, mib, 4 * mib, 16 * mib}) {
        last = std::max(last, pageable_us(m, size, kind));  // times in a profile never fall
        std::printf("%s[%zu, %.1f]", size == kib ? "" : ", ", size, last);
    }
    std::printf("]\n");
}

/// The largest pageable upload whose call does not wait for the kernel before it.
std::size_t staged_at_once(const machine& m) {
    std::size_t staged = 0;
    for (std::size_t size = 4 * kib; size <= 16 * mib; size *= 2) {
        const double alone = pageable_us(m, size, cudaMemcpyHostToDevice);
        const double behind = time_of([&] {
            m.keep_busy(5000.0 + alone);
            cudaMemcpyAsync(m.device, m.pageable, size, cudaMemcpyHostToDevice, m.a);
        });
        if (behind > 4000.0 + alone)
            break;
        staged = size;
    }
    return staged;
}

void say_pageable(const machine& m) {
    section("pageable");
    say_curve(m, "h2d_us", cudaMemcpyHostToDevice);
    say_curve(m, "d2h_us", cudaMemcpyDeviceToHost);
    // A virtual machine may be told the whole host's cache; more than this is nobody's alone.
    constexpr long most = 32 * mib;
    const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    say_whole("cache_bytes", cache > 0 ? std::min(cache, most) : most);
    say("cold_h2d_gb_per_s", 1e-3 * largest / pageable_us(m, largest, cudaMemcpyHostToDevice));
    say("cold_d2h_gb_per_s", 1e-3 * largest / pageable_us(m, largest, cudaMemcpyDeviceToHost));
    say_whole("staged_at_once_bytes", static_cast<long long>(staged_at_once(m)));
}

void say_host(const machine& m, const fresh_figures& fresh) {
    section("host");
    volatile long long sum = 0;
    const double touch = time_of([&] {
        long long own = 0;
        for (std::size_t i = 0; i < 64 * mib / sizeof(int); ++i) {
            own += reinterpret_cast<const int*>(m.down)[i];
        }
        sum = own;
    });
    say("touch_gb_per_s", 64e-3 * mib / touch);
    say_whole("own_cache_bytes", static_cast<long long>(fresh.cache_bytes));
    const double copy =
        time_of([&] { cudaMemcpy(m.down, m.pageable, 64 * mib, cudaMemcpyHostToHost); });
    say("copy_gb_per_s", 64e-3 * mib / copy);
    const auto pin = [](std::size_t size) {
        return time_of(
            [size] {
                void* p = nullptr;
                check(cudaMallocHost(&p, size), "pinned memory");
                check(cudaFreeHost(p), "free");
            },
            3);
    };
    say("pin_us_per_mib", (pin(128 * mib) - pin(mib)) / 127);
    double registering = 0;
    const double both = time_of(
        [&] {
            const double start = now_us();
            check(cudaHostRegister(m.pageable, largest, cudaHostRegisterDefault), "register");
            registering = now_us() - start;
            check(cudaHostUnregister(m.pageable), "unregister");
        },
        3);
    say("register_us_per_mib", registering / 256);
    say("unregister_us_per_mib", (both - registering) / 256);
    say("clock_read_us", time_to_read_clock());
}

/// How many launches wait in a stream before the next call has to.
int queue_depth(const machine& m) {
    constexpr int most = 5000;
    settle();
    m.keep_busy(200000.0);
    int depth = 0;
    for (; depth < most; ++depth) {
        const double start = now_us();
        nothing<<<1, 1, 0, m.a>>>();
        if (now_us() - start > 5000.0)
            break;
    }
    settle();
    return depth;
}

void say_calls(const machine& m, const call_figures& calls) {
    section("queue");
    say_whole("depth", queue_depth(m));
    section("calls");
    say("cudaLaunchKernel", calls.launch);
    say("cudaMemcpyAsync", calls.copy);
    say("cudaMemcpy", calls.copy);
    say("cudaEventRecord", calls.record);
    say("cudaStreamWaitEvent", calls.wait);
    say("cudaMemsetAsync", time_of_call([&](int) { cudaMemsetAsync(m.device, 0, kib, m.a); }));
    say("cudaEventQuery", time_of_call([&](int) { cudaEventQuery(m.begin); }));
    say("cudaStreamQuery", time_of_call([&](int) { cudaStreamQuery(m.b); }));
    say("cudaStreamSynchronize", time_of_call([&](int) { cudaStreamSynchronize(m.b); }));
    say("cudaDeviceSynchronize", time_of_call([&](int) { cudaDeviceSynchronize(); }));
    std::vector<cudaEvent_t> events(500);
    const auto event = [&](int i) -> cudaEvent_t& { return events[static_cast<std::size_t>(i)]; };
    int next = 0;
    say("cudaEventCreate", time_of_call([&](int) { cudaEventCreate(&event(next++)); }));
    say("cudaEventDestroy", time_of_call([&](int) { cudaEventDestroy(event(--next)); }));
    std::vector<cudaStream_t> streams(50);
    const auto stream = [&](int i) -> cudaStream_t& {
        return streams[static_cast<std::size_t>(i)];
    };
    say("cudaStreamCreate", time_of_call([&](int) { cudaStreamCreate(&stream(next++)); }, 10));
    say("cudaStreamDestroy", time_of_call([&](int) { cudaStreamDestroy(stream(--next)); }, 10));
}

}  // namespace

int main() {
    const machine m;
    const link_figures l = measure_link(m);
    constexpr double long_copy = 32.0 * mib;
    const fresh_figures fresh = measure_fresh(m, l.up_us / long_copy);
    const call_figures calls = measure_calls(m);
    say_device(m, l);
    say_copies(m, l, fresh, calls);
    say_pageable(m);
    say_host(m, fresh);
    say_calls(m, calls);
}
