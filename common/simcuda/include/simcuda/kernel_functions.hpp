#pragma once

#include "cuda_runtime_api.h"
#include "simcuda/launch.hpp"

// Runtime functions that take a kernel. A kernel is its own launch stub here, so launching through
// cudaLaunchKernel needs the kernel's type to pass it the arguments.

namespace simcuda {

/// Calls a kernel with arguments in the order of its parameters; a constructor, since only braces
/// promise to evaluate them from left to right.
struct ordered_call {
    template <class... P, class... A>
    ordered_call(void (*kernel)(P...), A&&... arguments) {
        kernel(static_cast<A&&>(arguments)...);
    }
};

}  // namespace simcuda

template <class... P>
SIMCUDA_WRAPPER cudaError_t cudaLaunchKernel(void (*func)(P...), dim3 gridDim, dim3 blockDim,
                                             void** args, size_t sharedMem = 0,
                                             cudaStream_t stream = 0) {
    if (simcuda::configure(gridDim, blockDim, sharedMem, stream))
        return cudaPeekAtLastError();
    simcuda::ordered_call{func, *static_cast<P*>(*args++)...};
    return cudaSuccess;
}

extern "C" cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, cudaStream_t stream)
    __attribute__((unavailable("the simulated device must know the kernel's parameter types; pass "
                               "the kernel itself, without the cast to void*")));

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, T* func) {
    return cudaFuncGetAttributes(attr, reinterpret_cast<const void*>(func));
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaFuncSetAttribute(T* func, cudaFuncAttribute attr, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(func), attr, value);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaFuncSetCacheConfig(T* func, cudaFuncCache cacheConfig) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(func), cacheConfig);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaFuncGetName(const char** name, T* func) {
    return cudaFuncGetName(name, reinterpret_cast<const void*>(func));
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize,
                                                                      T* func, int numBlocks,
                                                                      int blockSize) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamicSmemSize, reinterpret_cast<const void*>(func), numBlocks, blockSize);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func,
                                                                          int blockSize,
                                                                          size_t dynamicSMemSize) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, T func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize, flags);
}

/// The block size that keeps most threads resident, the largest of equals, and the grid that fills
/// the device with it. `dynamicSMem` gives the bytes of dynamic shared memory for a block size.
template <class DynamicSMem, class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T func, DynamicSMem dynamicSMem, int blockSizeLimit = 0,
    unsigned int flags = 0) {
    *minGridSize = *blockSize = 0;
    int device = 0, processors = 0, warp = 0;
    cudaFuncAttributes kernel;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&kernel, func);
    if (error != cudaSuccess)
        return error;
    int largest = kernel.maxThreadsPerBlock;
    if (blockSizeLimit > 0 && blockSizeLimit < largest)
        largest = blockSizeLimit;
    int most_resident = 0;
    for (int size = largest; size > 0; size = (size - 1) / warp * warp) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, func, size, static_cast<size_t>(dynamicSMem(size)), flags);
        if (error != cudaSuccess)
            return error;
        if (blocks * size <= most_resident)
            continue;
        most_resident = blocks * size;
        *blockSize = size;
        *minGridSize = blocks * processors;
    }
    return cudaSuccess;
}

template <class DynamicSMem, class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize,
                                                                           int* blockSize, T func,
                                                                           DynamicSMem dynamicSMem,
                                                                           int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func,
                                                                   dynamicSMem, blockSizeLimit);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize,
                                                                        int* blockSize, T func,
                                                                        size_t dynamicSMemSize = 0,
                                                                        int blockSizeLimit = 0,
                                                                        unsigned int flags = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        minGridSize, blockSize, func, [dynamicSMemSize](int) { return dynamicSMemSize; },
        blockSizeLimit, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize,
                                                               T func, size_t dynamicSMemSize = 0,
                                                               int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func,
                                                       dynamicSMemSize, blockSizeLimit);
}
