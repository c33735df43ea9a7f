#pragma once

#include "cuda_runtime_api.h"
#include "simcuda/device.hpp"

// C++ forms of runtime functions: typed pointers instead of void*, variables instead of addresses.

namespace simcuda {

template <class T>
SIMCUDA_WRAPPER void** untyped(T** p) {
    return static_cast<void**>(static_cast<void*>(p));
}

template <class T>
SIMCUDA_WRAPPER const void* symbol_address(const T& symbol) {
    note_symbol(__builtin_addressof(symbol), sizeof(T));
    return __builtin_addressof(symbol);
}

}  // namespace simcuda

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMalloc(T** devPtr, size_t size) {
    return cudaMalloc(simcuda::untyped(devPtr), size);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width,
                                            size_t height) {
    return cudaMallocPitch(simcuda::untyped(devPtr), pitch, width, height);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocAsync(T** devPtr, size_t size, cudaStream_t stream) {
    return cudaMallocAsync(simcuda::untyped(devPtr), size, stream);
}

/// With flags, cudaMallocHost is cudaHostAlloc. Without, the C function is meant.
SIMCUDA_WRAPPER cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
    return cudaHostAlloc(ptr, size, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
    return flags == 0 ? cudaMallocHost(simcuda::untyped(ptr), size)
                      : cudaHostAlloc(simcuda::untyped(ptr), size, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
    return cudaHostAlloc(simcuda::untyped(ptr), size, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
    return cudaHostGetDevicePointer(simcuda::untyped(pDevice), pHost, flags);
}

SIMCUDA_WRAPPER cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
    return cudaGetSymbolAddress(devPtr, simcuda::symbol_address(symbol));
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
    return cudaGetSymbolSize(size, simcuda::symbol_address(symbol));
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(simcuda::symbol_address(symbol), src, count, offset, kind);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                    cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync(simcuda::symbol_address(symbol), src, count, offset, kind,
                                   stream);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(dst, simcuda::symbol_address(symbol), count, offset, kind);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count,
                                                      size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                      cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(dst, simcuda::symbol_address(symbol), count, offset, kind,
                                     stream);
}
