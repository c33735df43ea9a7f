// Compiled only: forms of use that programs rely on, in the neighbourhood of the standard library.
// BEFORE and AFTER move `using namespace std` and the standard headers around ours.
#ifdef STANDARD_HEADERS_FIRST
#include <algorithm>
#include <cmath>
#include <cstdlib>
#endif
#include <cuda_runtime.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <math.h>
#include <stdlib.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#ifdef USING_NAMESPACE_STD
using namespace std;
#endif

__constant__ float table[4];
__device__ int counter;
static __device__ const int primes[3] = {2, 3, 5};

__device__ __forceinline__ float half_of(float x) {
    return x * 0.5f;
}
__host__ __device__ int both(int x) {
    return max(x, 3) + static_cast<int>(min(2u, 3u));
}

__global__ void __launch_bounds__(256) kernel(int* __restrict__ p, float* q, int n) {
    __shared__ int s[32];
    __shared__ __align__(16) float v[4];
    static __shared__ double d;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x % warpSize] = i + primes[0];
    v[0] = table[0];
    d = gridDim.z;
    __syncthreads();
    if (__syncthreads_or(i == n) || __syncthreads_and(1) == __syncthreads_count(0)) return;
    assert(i < n);
    atomicAdd(p, s[0]);
    atomicAdd(q, 1.0f);
    atomicAdd_block(&counter, 1);
    atomicMax(p, 3);
    atomicCAS(p, 1, 2);
    __threadfence();
    q[i] = sqrt(q[i]) + sqrtf(2.f) + fabs(-1.f) + abs(-1.5f) + rsqrtf(q[i]) + __expf(1.f) +
           static_cast<float>(pow(2.0f, 3)) + v[0] + static_cast<float>(d);
    if (isnan(q[i])) q[i] = __ldg(q) + floor(1.5f) + fminf(1.f, 2.f) + half_of(1.f);
    const long long begin = clock64();
    __nanosleep(100);
    q[i] += static_cast<float>(clock64() - begin + clock()) + __int_as_float(both(__popc(i)));
    printf("%d of %d\n", i, n);
}

namespace cg = cooperative_groups;

__global__ void warps(int* p, double x) {
    const unsigned here = __ballot_sync(0xffffffff, p[0] > 0);
    p[0] = __shfl_sync(here, p[0], 3) + __shfl_down_sync(here, 1, 1u, 16);
    x += __shfl_xor_sync(here, x, 1) + __shfl_up_sync(here, 2.0f, 1);
    p[1] = __any_sync(here, 1) + __all_sync(here, 0) + __popc(__activemask());
    p[2] = __match_all_sync(here, x, p) == __match_any_sync(here, 3ul);
    p[3] = __reduce_add_sync(here, -1) + __reduce_min_sync(here, 5u);
    __syncwarp();
    const cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    p[4] = cg::reduce(tile, p[4], cg::plus<int>()) + cg::inclusive_scan(tile, 1);
    p[5] = cg::coalesced_threads().shfl(p[5], 0) + static_cast<int>(cg::this_grid().size());
    cg::memcpy_async(block, p, p + 8, 4 * sizeof(int));
    cg::wait(block);
    cg::sync(cg::tiled_partition(block, 4));
    x += __fadd_rd(1.0f, 2.0f) + normcdf(0.5) + erfinvf(0.5f) + __dp4a(1, 2, 3);
}

struct freed_by_device {
    void operator()(int* p) const { cudaFree(p); }
};

void memory() {
    int* p = nullptr;
    float* q = nullptr;
    const float* read_only = nullptr;
    void* untyped = nullptr;
    size_t pitch = 0;
    cudaMalloc(&p, 4);
    cudaMalloc((void**)&q, 4);
    cudaMalloc(&read_only, 4);
    cudaMalloc(&untyped, 4);
    cudaMallocPitch(&q, &pitch, 4, 4);
    cudaMallocHost(&p, 4);
    cudaMallocHost(&p, 4, cudaHostAllocPortable);
    cudaMallocHost((void**)&p, 4);
    cudaHostAlloc(&p, 4, cudaHostAllocDefault);
    cudaHostAlloc((void**)&p, 4, 0);
    cudaHostGetDevicePointer(&p, q, 0);
    const std::unique_ptr<int, decltype(&cudaFree)> device(p, &cudaFree);
    const std::unique_ptr<float, decltype(&cudaFreeHost)> pinned(q, cudaFreeHost);
    const std::unique_ptr<int, freed_by_device> another(p);
    auto copy = &cudaMemcpy;
    copy(p, q, 4, cudaMemcpyDefault);
    cudaError_t (*copy_async)(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t) =
        cudaMemcpyAsync;
    copy_async(p, q, 4, cudaMemcpyHostToDevice, 0);
    cudaMemcpyAsync(p, q, 4, cudaMemcpyHostToDevice);
    float values[4] = {};
    cudaMemcpyToSymbol(table, values, sizeof values);
    cudaMemcpyFromSymbol(values, counter, 4);
    cudaMemcpyToSymbolAsync(table, values, 4, 0, cudaMemcpyHostToDevice, cudaStreamPerThread);
    cudaGetSymbolAddress(&untyped, table);
    cudaGetSymbolAddress((void**)&p, counter);
    cudaGetSymbolSize(&pitch, table);
}

void streams_and_kernels() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    const std::unique_ptr<CUstream_st, decltype(&cudaStreamDestroy)> owner(s, cudaStreamDestroy);
    const std::shared_ptr<CUstream_st> shared(s, cudaStreamDestroy);
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventCreate(&e, cudaEventDisableTiming);
    cudaEventRecord(e);
    cudaStreamWaitEvent(s, e);
    cudaLaunchHostFunc(
        s, [](void*) {}, nullptr);
    cudaStreamAddCallback(
        s, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
    cudaStreamSynchronize(0);
    cudaStreamSynchronize(cudaStreamLegacy);
    int* p = nullptr;
    float* q = nullptr;
    int n = 0;
    void* args[] = {&p, &q, &n};
    cudaLaunchKernel(kernel, 1, dim3(2, 3), args, 0, s);
    cudaLaunchKernel(&kernel, dim3(1), dim3(2), args);
    const auto address = simcuda::kernel_cast{}->*&kernel;
    static_assert(std::is_same<decltype(address), void* const>::value, "");
    const int named_like_a_kernel[2] = {};
    (void)(simcuda::kernel_cast{}->*named_like_a_kernel);
    cudaKernelNodeParams node_params = {};
    node_params.func = address;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphExec_t exec = nullptr;
    cudaGraphNodeParams any_params = {};
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &node_params);
    cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &any_params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(exec, s);
    int grid = 0, block = 0;
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel,
                                                   [](int size) { return size_t(size) * 4; });
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, kernel, 256, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, (const void*)kernel, 256, 0);
    cudaDeviceProp properties = {};
    cudaGetDeviceProperties(&properties, 0);
}

void mathematics() {
    static_assert(std::is_same<decltype(sqrt(1.0f)), float>::value, "");
    static_assert(std::is_same<decltype(abs(1.0f)), float>::value, "");
    static_assert(std::is_same<decltype(sqrt(1)), double>::value, "");
    static_assert(std::is_same<decltype(max(1u, 2)), unsigned>::value, "");
    static_assert(std::is_same<decltype(min(1.0f, 2.0)), double>::value, "");
    static_assert(std::is_same<decltype(std::max(1, 2)), const int&>::value, "");
    static_assert(std::is_same<decltype(std::abs(-1LL)), long long>::value, "");
    (void)(pow(2, 3) + pow(2.0f, 2.0f) + abs(-3) + floor(2) + fmax(1.0f, 2.0f) + std::sqrt(2.0f));
    (void)(isnan(1.0f) || std::isnan(1.0) || isfinite(1.0) || std::isinf(1.0f) || signbit(-1.0));
    (void)(max(1L, 2L) + min(1LL, 2LL) + min(size_t(1), size_t(2)));
    const std::complex<float> c(1, 2);
    (void)(abs(c) + std::abs(c));
}

void vectors() {
    const int4 x = make_int4(1, 2, 3, 4);
    const float4 y{1, 2, 3, 4};
    const dim3 d = {1, 2};
    const uint3 u = d;
    static_assert(dim3(4).y == 1, "");
    (void)x, (void)y, (void)u;
}
