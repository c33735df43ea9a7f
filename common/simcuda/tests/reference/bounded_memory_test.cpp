// What the runtime keeps is bounded by what is alive, not by how long a program has run.

#include <cuda_runtime_api.h>
#include <malloc.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <simcuda/launch.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/control.hpp"

namespace control = simcuda::control;

namespace {

constexpr int lanes = 4;
constexpr std::size_t chunk = 256;

void nothing() {
    simcuda::enter("nothing", [] {});
}
void launch(cudaStream_t s) {
    if (!simcuda::configure(1, 1, 0, s))
        nothing();
}

/// A ring of buffers that lives as long as its test.
struct ring {
    explicit ring(unsigned flags = cudaStreamNonBlocking) {
        control::reset_device();
        cudaMalloc(reinterpret_cast<void**>(&device), lanes * chunk);
        cudaMallocHost(reinterpret_cast<void**>(&pinned), lanes * chunk);
        pageable = static_cast<char*>(std::aligned_alloc(4096, 4096));
        cudaMemset(device, 0, lanes * chunk);
        for (int i = 0; i < lanes; ++i) {
            cudaStreamCreateWithFlags(&streams[i], flags);
            cudaEventCreateWithFlags(&up[i], cudaEventDisableTiming);
            cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
        }
    }
    ~ring() {
        control::reset_device();
        std::free(pageable);
    }
    ring(const ring&) = delete;
    ring& operator=(const ring&) = delete;

    char *device = nullptr, *pinned = nullptr, *pageable = nullptr;
    cudaStream_t streams[lanes]{};
    cudaEvent_t up[lanes]{}, done[lanes]{};
};

std::size_t heap() {
    return mallinfo2().uordblks + mallinfo2().hblkhd;
}

/// What the heap grows by while `turn(i)` runs as often as usual and then much more often. The
/// first turns fill what is bounded.
template <class Turn>
void stays_bounded(Turn turn, int few = 2'000, int many = 20'000) {
    int i = 0;
    for (; i < few; ++i)
        turn(i);
    const std::size_t after_few = heap();
    for (; i < many; ++i)
        turn(i);
    const std::size_t after_many = heap();
    const std::size_t grown = after_many > after_few ? after_many - after_few : 0;
    INFO(after_few << " bytes after " << few << " turns, " << after_many << " after " << many);
    CHECK(grown < 64 * 1024);
}

}  // namespace

TEST_CASE("memory: a ring with events, the host waiting for each turn", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const int i = n % lanes;
        cudaEventSynchronize(r.done[i]);
        cudaMemcpyAsync(r.device + i * chunk, r.pinned + i * chunk, chunk, cudaMemcpyHostToDevice,
                        r.streams[i]);
        cudaEventRecord(r.up[i], r.streams[i]);
        cudaStreamWaitEvent(r.streams[(i + 1) % lanes], r.up[i], 0);
        launch(r.streams[(i + 1) % lanes]);
        cudaMemcpyAsync(r.pinned + i * chunk, r.device + i * chunk, chunk, cudaMemcpyDeviceToHost,
                        r.streams[(i + 1) % lanes]);
        cudaEventRecord(r.done[i], r.streams[(i + 1) % lanes]);
    });
}

TEST_CASE("memory: work that the host never waits for", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const int i = n % lanes;
        cudaMemcpyAsync(r.device + i * chunk, r.pinned + i * chunk, chunk, cudaMemcpyHostToDevice,
                        r.streams[i]);
        cudaEventRecord(r.up[i], r.streams[i]);
        cudaStreamWaitEvent(r.streams[(i + 1) % lanes], r.up[i], 0);
        launch(r.streams[i]);
    });
}

TEST_CASE("memory: markers only", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const int i = n % lanes;
        cudaEventRecord(r.up[i], r.streams[i]);
        cudaStreamWaitEvent(r.streams[(i + 1) % lanes], r.up[i], 0);
    });
}

TEST_CASE("memory: an event recorded once and waited for for ever", "[bounded]") {
    ring r;
    cudaMemcpyAsync(r.device, r.pinned, chunk, cudaMemcpyHostToDevice, r.streams[0]);
    cudaEventRecord(r.up[0], r.streams[0]);
    stays_bounded([&](int n) {
        cudaStreamWaitEvent(r.streams[n % lanes], r.up[0], 0);
        launch(r.streams[n % lanes]);
    });
}

TEST_CASE("memory: queries instead of waits", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const int i = n % lanes;
        launch(r.streams[i]);
        cudaEventRecord(r.up[i], r.streams[i]);
        static_cast<void>(cudaEventQuery(r.up[i]));
        static_cast<void>(cudaStreamQuery(r.streams[(i + 1) % lanes]));
    });
}

TEST_CASE("memory: blocking streams and the legacy stream", "[bounded]") {
    ring r(cudaStreamDefault);
    stays_bounded([&](int n) {
        const int i = n % lanes;
        launch(r.streams[i]);
        if (n % 3 == 0)
            cudaMemset(r.device + i * chunk, 0, chunk);
        cudaMemcpy(r.device + i * chunk, r.pageable + i * chunk, chunk, cudaMemcpyHostToDevice);
    });
}

TEST_CASE("memory: allocation in the loop", "[bounded]") {
    ring r;
    stays_bounded(
        [&](int n) {
            const std::size_t size = 100 + 4096 * static_cast<std::size_t>(n % 7);
            void *a = nullptr, *b = nullptr, *c = nullptr;
            cudaMalloc(&a, size);
            cudaMallocHost(&b, size);
            cudaMallocAsync(&c, size, r.streams[0]);
            cudaMemsetAsync(a, 0, size, r.streams[0]);
            cudaMemsetAsync(c, 0, size, r.streams[0]);
            cudaFreeAsync(c, r.streams[0]);
            cudaStreamSynchronize(r.streams[0]);
            cudaFree(a);
            cudaFreeHost(b);
        },
        1'000, 5'000);
}

TEST_CASE("memory: events made in the loop", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const cudaStream_t s = r.streams[n % lanes];
        cudaEvent_t e = nullptr;
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        launch(s);
        cudaEventRecord(e, s);
        if (n % 2 == 0)
            cudaEventSynchronize(e);
        cudaEventDestroy(e);
    });
}

TEST_CASE("memory: streams made in the loop", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        cudaStream_t s = nullptr;
        cudaStreamCreateWithFlags(&s, n % 2 == 0 ? cudaStreamNonBlocking : cudaStreamDefault);
        launch(s);
        cudaMemcpyAsync(r.device, r.pinned, chunk, cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
}

TEST_CASE("memory: streams with names made in the loop", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        cudaStream_t s = nullptr;
        cudaStreamCreate(&s);
        nvtxNameCudaStreamA(s,
                            ("a name too long for a small string, " + std::to_string(n)).c_str());
        cudaStreamDestroy(s);
    });
}

TEST_CASE("memory: graphs made in the loop", "[bounded]") {
    ring r;
    stays_bounded(
        [&](int) {
            cudaGraph_t graph = nullptr;
            cudaGraphExec_t exec = nullptr;
            cudaStreamBeginCapture(r.streams[0], cudaStreamCaptureModeGlobal);
            launch(r.streams[0]);
            cudaStreamEndCapture(r.streams[0], &graph);
            cudaGraphInstantiate(&exec, graph, 0);
            cudaGraphLaunch(exec, r.streams[0]);
            cudaStreamSynchronize(r.streams[0]);
            cudaGraphExecDestroy(exec);
            cudaGraphDestroy(graph);
        },
        2'000, 6'000);
}

TEST_CASE("memory: pools made in the loop", "[bounded]") {
    ring r;
    stays_bounded([&](int) {
        cudaMemPoolProps props{};
        props.allocType = cudaMemAllocationTypePinned;
        props.location.type = cudaMemLocationTypeDevice;
        cudaMemPool_t pool = nullptr;
        void* p = nullptr;
        cudaMemPoolCreate(&pool, &props);
        cudaMallocFromPoolAsync(&p, chunk, pool, r.streams[0]);
        cudaFreeAsync(p, r.streams[0]);
        cudaStreamSynchronize(r.streams[0]);
        cudaMemPoolDestroy(pool);
    });
}

TEST_CASE("memory: pageable memory of many places", "[bounded]") {
    ring r;
    std::vector<char> much(4 << 20);
    stays_bounded(
        [&](int n) {
            const std::size_t at = static_cast<std::size_t>(n) * 64 % much.size();
            cudaMemcpy(r.device, &much[at], 64, cudaMemcpyHostToDevice);
        },
        70'000, 140'000);
}

TEST_CASE("memory: races without end", "[bounded]") {
    ring r;
    stays_bounded([&](int n) {
        const int i = n % lanes;
        cudaMemcpyAsync(r.device, r.pinned, chunk, cudaMemcpyHostToDevice, r.streams[i]);
        cudaMemcpyAsync(r.pinned, r.device, chunk, cudaMemcpyDeviceToHost,
                        r.streams[(i + 2) % lanes]);
    });
}
