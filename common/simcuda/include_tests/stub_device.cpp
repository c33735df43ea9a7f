#include "common/simcuda/include_tests/stub_device.hpp"

#include <cuda_runtime_api.h>
#include <simcuda/device.hpp>
#include <simcuda/launch.hpp>

#include <cstdlib>

stub_device& stub() {
    static stub_device device;
    return device;
}

namespace simcuda {

void barrier() {
    stub().calls.emplace_back("barrier");
}
int barrier_count(int holds) {
    stub().last_barrier_argument = holds;
    return holds != 0 ? 3 : 0;
}
unsigned long long meet(meeting, unsigned int, unsigned long long value, int, int) {
    return value;
}
unsigned int lane() {
    return 0;
}
void note_atomic(const void* address, std::size_t size) {
    stub().atomics.push_back({address, size});
}
long long clock_cycles() {
    return 42;
}
void sleep_for(unsigned int) {}
void trap() {
    std::abort();
}
void breakpoint() {}
void charge(unsigned long long) {}
void note_symbol(const void*, std::size_t size) {
    stub().symbol_size = size;
}

bool configure(dim3, dim3, std::size_t, cudaStream_t) {
    stub().calls.emplace_back("configure");
    return stub().refuses_launches;
}

}  // namespace simcuda

extern "C" {

cudaError_t cudaPeekAtLastError() {
    return cudaErrorInvalidConfiguration;
}
cudaError_t cudaMalloc(void** memory, size_t) {
    stub().calls.emplace_back("cudaMalloc");
    *memory = nullptr;
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void**, size_t) {
    stub().calls.emplace_back("cudaMallocHost");
    return cudaSuccess;
}
cudaError_t cudaHostAlloc(void**, size_t, unsigned int) {
    stub().calls.emplace_back("cudaHostAlloc");
    return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t size, size_t offset,
                               cudaMemcpyKind) {
    __builtin_memcpy(static_cast<char*>(const_cast<void*>(symbol)) + offset, from, size);
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    *value = attribute == cudaDevAttrWarpSize ? 32 : 10;
    return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    *attributes = {};
    attributes->maxThreadsPerBlock = 1000;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int block_size,
                                                          size_t shared_bytes) {
    // 2048 threads and 64 KiB to share: enough to make the best block size an inner one.
    const auto by_shared = shared_bytes == 0 ? 32 : 65536 / static_cast<int>(shared_bytes);
    *blocks = by_shared < 2048 / block_size ? by_shared : 2048 / block_size;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* func,
                                                                   int block_size,
                                                                   size_t shared_bytes, unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, func, block_size, shared_bytes);
}

}  // extern "C"
