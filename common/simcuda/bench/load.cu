// load WHAT N: gives the simulated device a known amount of work. measure.py times it from outside,
// since clocks in here show simulated time.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr long long mib = 1 << 20;

__global__ void touch(volatile int* p, int times) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; ++k) p[i] = p[i] + 1;  // a load and a store
}

__global__ void nothing() {}

__global__ void meet(int times) {
    for (int k = 0; k < times; ++k) __syncthreads();
}

__global__ void shuffle(int times) {
    int value = threadIdx.x;
    for (int k = 0; k < times; ++k) value = __shfl_xor_sync(0xffffffff, value, 1);
}

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

/// Loads and stores of a kernel.
void accesses(long long n) {
    constexpr int blocks = 256, threads = 256;
    int* p = nullptr;
    check(cudaMalloc(&p, blocks * threads * sizeof(int)));
    check(cudaMemset(p, 0, blocks * threads * sizeof(int)));
    touch<<<blocks, threads>>>(p, static_cast<int>(n / (2 * blocks * threads)));
    check(cudaDeviceSynchronize());
    check(cudaFree(p));
}

/// Threads that wait for the others of their block, or of their warp; each time of each counts.
template <class Kernel>
void waits(Kernel kernel, long long n) {
    constexpr int blocks = 16, threads = 256;
    kernel<<<blocks, threads>>>(static_cast<int>(n / (blocks * threads)));
    check(cudaDeviceSynchronize());
}

/// A pipeline's operations, small ones: copy, record, wait, kernel, in four streams.
void operations(long long n) {
    constexpr int streams = 4;
    cudaStream_t s[streams];
    cudaEvent_t e[streams];
    char *d = nullptr, *h = nullptr;
    check(cudaMalloc(&d, streams * 64));
    check(cudaMallocHost(&h, streams * 64));
    for (int i = 0; i < streams * 64; ++i) h[i] = 1;
    for (int i = 0; i < streams; ++i) {
        check(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        check(cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming));
    }
    for (long long i = 0; i < n / 4; ++i) {
        const int k = static_cast<int>(i % streams);
        check(cudaMemcpyAsync(d + k * 64, h + k * 64, 64, cudaMemcpyHostToDevice, s[k]));
        check(cudaEventRecord(e[k], s[k]));
        check(cudaStreamWaitEvent(s[(k + 1) % streams], e[k], 0));
        nothing<<<1, 32, 0, s[k]>>>();
    }
    check(cudaDeviceSynchronize());
}

/// Bytes of copies to the device, in pieces of up to 64 MiB. Filling the first is in the price.
void bytes(long long n) {
    const long long piece = n < 64 * mib ? n : 64 * mib;
    char *d = nullptr, *h = nullptr;
    check(cudaMalloc(&d, piece));
    check(cudaMallocHost(&h, piece));
    std::memset(h, 1, static_cast<std::size_t>(piece));
    for (long long done = 0; done < n; done += piece) {
        check(cudaMemcpyAsync(d, h, piece, cudaMemcpyHostToDevice, 0));
    }
    check(cudaDeviceSynchronize());
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const long long n = argc > 2 ? std::atoll(argv[2]) : 0;
    if (what == "accesses") accesses(n);
    if (what == "barriers") waits(meet, n);
    if (what == "shuffles") waits(shuffle, n);
    if (what == "operations") operations(n);
    if (what == "bytes") bytes(n);
}
