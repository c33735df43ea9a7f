// Rules about two devices: prints "name = value" lines whose values are facts of CUDA; times are
// only compared with a long kernel's. One source for real GPUs and for the simulated device;
// device_pair_h200.txt is what two H200s said. "figure." lines are measured and not compared.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <thread>

constexpr std::size_t size = 1 << 20;
constexpr double busy_ms = 40.0;

static void say(const char* name, long long value) {
    std::printf("%s = %lld\n", name, value);
    std::fflush(stdout);
}

static double now_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

static void settle() {
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaDeviceSynchronize();
        cudaGetLastError();
    }
}

__global__ void spin(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

__global__ void set_to(int* p, int value) {
    p[threadIdx.x] = value;
}

__global__ void add_to(const int* from, int* to) {
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

static long long busy() {
    int khz = 0;
    cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
    return static_cast<long long>(busy_ms * khz);
}

/// What both devices have, and what belongs to each.
struct pair {
    cudaStream_t stream[2] = {}, apart[2] = {};
    cudaEvent_t event[2] = {};
    int* memory[2] = {};
    int* pinned = nullptr;

    pair() {
        for (const int device : {1, 0}) {
            cudaSetDevice(device);
            cudaStreamCreate(&stream[device]);
            cudaStreamCreateWithFlags(&apart[device], cudaStreamNonBlocking);
            cudaEventCreate(&event[device]);
            cudaMalloc(&memory[device], size);
            cudaMemset(memory[device], 0, size);
        }
        cudaMallocHost(&pinned, size);
        std::memset(pinned, 0, size);
        settle();
    }
};

static void current_device() {
    int device = -1, elsewhere = -1;
    say("set.1", cudaSetDevice(1));
    cudaGetDevice(&device);
    say("current", device);
    std::thread([&] { cudaGetDevice(&elsewhere); }).join();
    say("current.in.new.thread", elsewhere);
    say("set.2", cudaSetDevice(2));
    cudaGetDevice(&device);
    say("current.after.error", device);
    settle();
}

static void what_belongs_where(const pair& p) {
    cudaPointerAttributes a{};
    int device = -1, *other = nullptr;
    cudaPointerGetAttributes(&a, p.memory[1]);
    say("pointer.device.type", a.type);
    say("pointer.device.device", a.device);
    say("pointer.device.has.pointer", a.devicePointer == p.memory[1]);
    cudaSetDevice(1);
    cudaMallocHost(&other, 4096);
    cudaPointerGetAttributes(&a, other);
    say("pointer.pinned.device", a.device);
    cudaSetDevice(0);
    cudaPointerGetAttributes(&a, other);
    say("pointer.pinned.device.seen.from.0", a.device);
    say("pointer.pinned.has.pointer", a.devicePointer == other);
    cudaFreeHost(other);
    say("stream.device.code", cudaStreamGetDevice(p.stream[1], &device));
    say("stream.device", device);
    cudaStreamGetDevice(nullptr, &device);
    say("stream.null.device", device);
    cudaSetDevice(1);
    cudaStreamGetDevice(nullptr, &device);
    say("stream.null.device.of.1", device);
    std::size_t before = 0, after = 0, total = 0;
    void* large = nullptr;
    cudaSetDevice(0);
    cudaMemGetInfo(&before, &total);
    cudaSetDevice(1);
    cudaMalloc(&large, 1 << 28);
    cudaSetDevice(0);
    cudaMemGetInfo(&after, &total);
    say("memory.of.0.untouched", before == after);
    say("free.of.1.from.0", cudaFree(large));
    settle();
}

/// Device 1 is current; everything else belongs to device 0.
static void from_elsewhere(const pair& p) {
    cudaSetDevice(1);
    cudaStream_t s = p.stream[0];
    int *m = p.memory[0], *made = nullptr;
    say("copy.up", cudaMemcpyAsync(m, p.pinned, size, cudaMemcpyHostToDevice, s));
    say("copy.down", cudaMemcpyAsync(p.pinned, m, size, cudaMemcpyDeviceToHost, s));
    say("copy.own.memory.in.other.stream",
        cudaMemcpyAsync(p.memory[1], p.pinned, size, cudaMemcpyHostToDevice, s));
    say("copy.own.stream.other.memory",
        cudaMemcpyAsync(m, p.pinned, size, cudaMemcpyHostToDevice, p.stream[1]));
    say("set", cudaMemsetAsync(m, 0, size, s));
    say("set.blocking", cudaMemset(m, 0, size));
    say("copy.blocking", cudaMemcpy(m, p.pinned, size, cudaMemcpyHostToDevice));
    settle();
    cudaSetDevice(1);
    set_to<<<1, 32, 0, s>>>(m, 3);
    say("launch", cudaGetLastError());
    say("launch.waited.for", cudaStreamSynchronize(s));
    cudaMemcpy(p.pinned, m, 128, cudaMemcpyDeviceToHost);
    say("launch.value", p.pinned[3]);
    say("set.own.stream.other.memory", cudaMemsetAsync(m, 0, size, p.stream[1]));
    say("set.other.stream.own.memory", cudaMemsetAsync(p.memory[1], 0, size, s));
    cudaGetLastError();
    say("record.own.event", cudaEventRecord(p.event[1], s));
    cudaGetLastError();
    say("record.its.event", cudaEventRecord(p.event[0], s));
    say("record.its.event.in.null", cudaEventRecord(p.event[0], nullptr));
    say("record.its.event.in.own", cudaEventRecord(p.event[0], p.stream[1]));
    cudaGetLastError();
    say("record.own.in.own", cudaEventRecord(p.event[1], p.stream[1]));
    say("wait.own.stream.its.event", cudaStreamWaitEvent(p.stream[1], p.event[0], 0));
    say("wait.its.stream.own.event", cudaStreamWaitEvent(s, p.event[1], 0));
    say("event.synchronize", cudaEventSynchronize(p.event[0]));
    say("event.query", cudaEventQuery(p.event[0]));
    say("stream.synchronize", cudaStreamSynchronize(s));
    say("stream.query", cudaStreamQuery(s));
    float ms = 0;
    cudaEventSynchronize(p.event[1]);
    say("elapsed.across", cudaEventElapsedTime(&ms, p.event[0], p.event[1]));
    cudaGetLastError();
    static int called = 0;
    say("host.function", cudaLaunchHostFunc(
                             s, [](void*) { ++called; }, nullptr));
    cudaStreamSynchronize(s);
    say("host.function.called", called);
    say("malloc.async", cudaMallocAsync(&made, 4096, s));
    cudaPointerAttributes a{};
    cudaPointerGetAttributes(&a, made);
    say("malloc.async.device", a.device);
    say("free.async", cudaFreeAsync(made, s));
    unsigned flags = 9;
    say("flags", cudaStreamGetFlags(s, &flags));
    cudaStream_t short_lived = nullptr;
    cudaEvent_t short_event = nullptr;
    cudaSetDevice(0);
    cudaStreamCreate(&short_lived);
    cudaEventCreate(&short_event);
    cudaSetDevice(1);
    say("destroy.stream", cudaStreamDestroy(short_lived));
    say("destroy.event", cudaEventDestroy(short_event));
    settle();
    say("last.error.at.end", cudaGetLastError());
}

static void functions() {
    cudaFuncAttributes a{};
    cudaSetDevice(0);
    cudaFuncSetAttribute(set_to, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaSetDevice(1);
    cudaFuncGetAttributes(&a, set_to);
    say("attribute.of.other.device", a.maxDynamicSharedSizeBytes);
    int* own = nullptr;
    cudaMalloc(&own, 4096);
    set_to<<<1, 32, 65536>>>(own, 1);
    say("attribute.launch.on.other", cudaGetLastError());
    cudaFree(own);
    settle();
}

static void waiting(const pair& p) {
    const long long cycles = busy();
    cudaSetDevice(1);
    spin<<<1, 1, 0, p.stream[1]>>>(0);
    settle();
    cudaSetDevice(1);
    double start = now_ms();
    spin<<<1, 1, 0, p.stream[1]>>>(cycles);
    cudaSetDevice(0);
    say("device.synchronize.of.0", cudaDeviceSynchronize());
    say("synchronize.of.0.waits.for.1", now_ms() - start > busy_ms / 2);
    say("stream.of.1.still.busy", cudaStreamQuery(p.stream[1]));
    start = now_ms();
    cudaMemset(p.memory[0], 0, size);
    set_to<<<1, 32, 0, p.stream[0]>>>(p.memory[0], 1);
    say("own.stream", cudaStreamSynchronize(p.stream[0]));
    say("legacy.of.0.waits.for.1", now_ms() - start > busy_ms / 4);
    settle();

    // What is issued after a peer copy that waits for device 0: does it wait for the copy?
    for (const bool blocking : {true, false}) {
        cudaSetDevice(0);
        start = now_ms();
        spin<<<1, 1, 0, p.stream[0]>>>(cycles);
        cudaMemcpyPeer(p.memory[0], 0, p.memory[1], 1, size);
        cudaSetDevice(1);
        const cudaStream_t later = blocking ? p.stream[1] : p.apart[1];
        spin<<<1, 1, 0, later>>>(0);
        cudaStreamSynchronize(later);
        std::printf("after.peer.copy.%s.stream.of.1.waits = %d\n",
                    blocking ? "blocking" : "nonblocking", now_ms() - start > busy_ms / 2);
        settle();
    }
    // A stream that does not wait for the default stream.
    for (const int spinning : {0, 1}) {
        cudaSetDevice(spinning);
        start = now_ms();
        spin<<<1, 1, 0, p.apart[spinning]>>>(cycles);
        cudaSetDevice(0);
        cudaMemcpyPeer(p.memory[0], 0, p.memory[1], 1, size);
        cudaStreamSynchronize(nullptr);
        std::printf("peer.copy.waits.for.nonblocking.%d = %d\n", spinning,
                    now_ms() - start > busy_ms / 2);
        settle();
    }
    // Copies in one blocking stream, while another of either device is busy with the legacy stream.
    for (const int spinning : {0, 1}) {
        cudaSetDevice(spinning);
        start = now_ms();
        spin<<<1, 1>>>(cycles);
        cudaSetDevice(0);
        cudaMemcpyPeerAsync(p.memory[0], 0, p.memory[1], 1, size, p.stream[0]);
        cudaStreamSynchronize(p.stream[0]);
        std::printf("peer.async.blocking.waits.for.legacy.%d = %d\n", spinning,
                    now_ms() - start > busy_ms / 2);
        settle();
    }

    // A copy of device 1's memory into device 0, while a stream of each is busy.
    for (const int spinning : {0, 1}) {
        cudaSetDevice(spinning);
        start = now_ms();
        spin<<<1, 1, 0, p.stream[spinning]>>>(cycles);
        cudaSetDevice(0);
        cudaMemcpyPeer(p.memory[0], 0, p.memory[1], 1, size);
        const double returned = now_ms() - start;
        cudaStreamSynchronize(nullptr);
        const double done = now_ms() - start;
        std::printf("peer.copy.host.waits.for.busy.%d = %d\n", spinning, returned > busy_ms / 2);
        std::printf("peer.copy.waits.for.busy.%d = %d\n", spinning, done > busy_ms / 2);
        settle();
    }
    for (const int spinning : {0, 1}) {
        cudaSetDevice(spinning);
        start = now_ms();
        spin<<<1, 1, 0, p.stream[spinning]>>>(cycles);
        cudaSetDevice(0);
        cudaMemcpyPeerAsync(p.memory[0], 0, p.memory[1], 1, size, p.apart[0]);
        cudaStreamSynchronize(p.apart[0]);
        std::printf("peer.async.waits.for.busy.%d = %d\n", spinning,
                    now_ms() - start > busy_ms / 2);
        settle();
    }
    for (const int spinning : {0, 1}) {
        cudaSetDevice(spinning);
        start = now_ms();
        spin<<<1, 1, 0, p.stream[spinning]>>>(cycles);
        cudaSetDevice(0);
        cudaMemcpy(p.memory[0], p.memory[1], size, cudaMemcpyDefault);
        const double returned = now_ms() - start;
        cudaStreamSynchronize(nullptr);
        std::printf("plain.copy.host.waits.for.busy.%d = %d\n", spinning, returned > busy_ms / 2);
        std::printf("plain.copy.waits.for.busy.%d = %d\n", spinning,
                    now_ms() - start > busy_ms / 2);
        settle();
    }
}

static void copying(const pair& p) {
    cudaSetDevice(1);
    set_to<<<1, 32>>>(p.memory[1], 7);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    say("copy.default", cudaMemcpy(p.memory[0], p.memory[1], size, cudaMemcpyDefault));
    say("copy.d2d", cudaMemcpy(p.memory[0], p.memory[1], size, cudaMemcpyDeviceToDevice));
    cudaMemcpy(p.pinned, p.memory[0], size, cudaMemcpyDeviceToHost);
    say("copy.value", p.pinned[3]);
    say("peer.copy", cudaMemcpyPeer(p.memory[0], 0, p.memory[1], 1, size));
    say("peer.copy.same.device", cudaMemcpyPeer(p.memory[0] + 1024, 0, p.memory[0], 0, 4096));
    say("peer.copy.wrong.devices", cudaMemcpyPeer(p.memory[0], 1, p.memory[1], 0, 4096));
    cudaGetLastError();
    say("peer.copy.no.device", cudaMemcpyPeer(p.memory[0], 0, p.memory[1], 9, 4096));
    cudaGetLastError();
    say("peer.copy.host", cudaMemcpyPeer(p.pinned, 0, p.memory[1], 1, 4096));
    cudaGetLastError();
    say("peer.async", cudaMemcpyPeerAsync(p.memory[0], 0, p.memory[1], 1, size, p.stream[0]));
    say("peer.async.stream.of.source",
        cudaMemcpyPeerAsync(p.memory[0], 0, p.memory[1], 1, size, p.stream[1]));
    say("peer.zero", cudaMemcpyPeerAsync(p.memory[0], 0, p.memory[1], 1, 0, p.stream[0]));
    settle();
}

static void access(const pair& p) {
    int can = -1, value = -1;
    say("can.code", cudaDeviceCanAccessPeer(&can, 0, 1));
    say("can", can);
    for (const int attribute : {1, 2, 3, 4}) {
        const int code =
            cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(attribute), 0, 1);
        std::printf("p2p.%d = %d %d\n", attribute, code, value);
    }
    say("can.self.code", cudaDeviceCanAccessPeer(&can, 0, 0));
    say("can.self", can);
    say("can.many", cudaDeviceCanAccessPeer(&can, 0, 99));
    say("enable.self", cudaDeviceEnablePeerAccess(0, 0));
    say("enable.many", cudaDeviceEnablePeerAccess(99, 0));
    say("disable.self", cudaDeviceDisablePeerAccess(0));
    say("p2p.self", cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
    cudaGetLastError();
    say("disable.first", cudaDeviceDisablePeerAccess(1));
    cudaGetLastError();
    say("enable.flags", cudaDeviceEnablePeerAccess(1, 1));
    cudaGetLastError();
    say("enable", cudaDeviceEnablePeerAccess(1, 0));
    say("enable.again", cudaDeviceEnablePeerAccess(1, 0));
    say("enable.last.error", cudaGetLastError());
    int* later = nullptr;
    cudaSetDevice(1);
    cudaMalloc(&later, size);
    set_to<<<1, 32>>>(p.memory[1], 5);
    set_to<<<1, 32>>>(later, 6);
    settle();
    add_to<<<1, 32>>>(p.memory[1], p.memory[0]);
    say("kernel.reads.peer", cudaDeviceSynchronize());
    cudaMemcpy(p.pinned, p.memory[0], 128, cudaMemcpyDeviceToHost);
    say("kernel.reads.peer.value", p.pinned[3]);
    add_to<<<1, 32>>>(later, p.memory[0]);
    say("kernel.reads.later.allocation", cudaDeviceSynchronize());
    cudaPointerAttributes a{};
    cudaPointerGetAttributes(&a, later);
    say("pointer.has.pointer.with.access", a.devicePointer == later);
    say("set.peer.with.access", cudaMemset(later, 0, size));
    cudaGetLastError();
    say("set.peer.async.with.access", cudaMemsetAsync(later, 0, size, p.stream[0]));
    cudaGetLastError();
    cudaDeviceSynchronize();
    say("disable", cudaDeviceDisablePeerAccess(1));
    say("disable.again", cudaDeviceDisablePeerAccess(1));
    settle();
}

static double rate(const pair& p, int* const* from, int* const* to, int ways) {
    constexpr std::size_t much = 256 << 20;
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        settle();
        const double start = now_ms();
        for (int way = 0; way < ways; ++way) {
            cudaSetDevice(way);
            cudaMemcpyPeerAsync(to[way], way, from[way], 1 - way, much, p.apart[way]);
        }
        settle();
        const double took = now_ms() - start;
        best = took < best ? took : best;
    }
    return static_cast<double>(ways) * much / best / 1e6;
}

static void figures(const pair& p) {
    int *a[2], *b[2];
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaMalloc(&a[device], 256 << 20);
        cudaMalloc(&b[device], 256 << 20);
    }
    int* from[2] = {a[1], a[0]};
    std::printf("figure.one.way.without.access = %.1f GB/s\n", rate(p, from, b, 1));
    std::printf("figure.both.ways.without.access = %.1f GB/s\n", rate(p, from, b, 2));
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaDeviceEnablePeerAccess(1 - device, 0);
    }
    std::printf("figure.one.way = %.1f GB/s\n", rate(p, from, b, 1));
    std::printf("figure.both.ways = %.1f GB/s\n", rate(p, from, b, 2));
    // Small ones: what each costs by itself.
    settle();
    const double start = now_ms();
    constexpr int many = 500;
    for (int i = 0; i < many; ++i)
        cudaMemcpyPeerAsync(b[0], 0, a[1], 1, 4096, p.apart[0]);
    const double issued = now_ms() - start;
    cudaStreamSynchronize(p.apart[0]);
    std::printf("figure.small.issue = %.2f us\n", issued * 1000 / many);
    std::printf("figure.small.each = %.2f us\n", (now_ms() - start) * 1000 / many);
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaDeviceDisablePeerAccess(1 - device);
        cudaFree(a[device]);
        cudaFree(b[device]);
    }
}

static void resetting(const pair& p) {
    cudaSetDevice(1);
    say("reset", cudaDeviceReset());
    cudaSetDevice(0);
    say("reset.leaves.0", cudaMemset(p.memory[0], 0, size));
    say("reset.leaves.stream.of.0", cudaStreamSynchronize(p.stream[0]));
    say("reset.memory.of.1", cudaMemcpy(p.memory[1], p.pinned, 128, cudaMemcpyHostToDevice));
    cudaGetLastError();
    cudaPointerAttributes a{};
    cudaPointerGetAttributes(&a, p.memory[1]);
    say("reset.pointer.of.1", a.type);
    cudaSetDevice(1);
    int* again = nullptr;
    say("reset.malloc", cudaMalloc(&again, 4096));
    settle();
}

/// Ends the device: a run of its own.
static void forbidden(const pair& p) {
    add_to<<<1, 32>>>(p.memory[1], p.memory[0]);
    say("kernel.without.access", cudaDeviceSynchronize());
    say("kernel.without.access.again", cudaDeviceSynchronize());
    cudaSetDevice(1);
    say("other.device.afterwards", cudaDeviceSynchronize());
    set_to<<<1, 32>>>(p.memory[1], 1);
    say("other.device.launch", cudaGetLastError());
}

int main(int argc, char** argv) {
    int count = 0;
    cudaGetDeviceCount(&count);
    if (count < 2) {
        std::printf("needs two devices\n");
        return 2;
    }
    const pair p;
    if (argc > 1 && std::strcmp(argv[1], "forbidden") == 0) {
        forbidden(p);
        return 0;
    }
    current_device();
    what_belongs_where(p);
    from_elsewhere(p);
    functions();
    copying(p);
    waiting(p);
    access(p);
    if (argc > 1 && std::strcmp(argv[1], "figures") == 0)
        figures(p);
    resetting(p);
    return 0;
}
