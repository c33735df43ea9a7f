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

SIMCUDA_WRAPPER cudaError_t cudaMallocAsync(void** ptr, size_t size, cudaMemPool_t memPool,
                                            cudaStream_t stream) {
    return cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                            cudaStream_t stream) {
    return cudaMallocFromPoolAsync(simcuda::untyped(ptr), size, memPool, stream);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocFromPoolAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                                    cudaStream_t stream) {
    return cudaMallocFromPoolAsync(simcuda::untyped(ptr), size, memPool, stream);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaMallocManaged(T** devPtr, size_t size,
                                              unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(simcuda::untyped(devPtr), size, flags);
}

template <class T>
SIMCUDA_WRAPPER cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr,
                                                     size_t length = 0,
                                                     unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

template <class T, class U>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyBatchAsync(T* const* dsts, const U* const* srcs,
                                                 const size_t* sizes, size_t count,
                                                 cudaMemcpyAttributes* attrs, size_t* attrsIdxs,
                                                 size_t numAttrs, cudaStream_t stream) {
    return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(dsts),
                                reinterpret_cast<const void* const*>(srcs), sizes, count, attrs,
                                attrsIdxs, numAttrs, stream);
}

template <class T, class U>
SIMCUDA_WRAPPER cudaError_t cudaMemcpyBatchAsync(T* const* dsts, const U* const* srcs,
                                                 const size_t* sizes, size_t count,
                                                 cudaMemcpyAttributes attr, cudaStream_t stream) {
    size_t first = 0;
    return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(dsts),
                                reinterpret_cast<const void* const*>(srcs), sizes, count, &attr,
                                &first, 1, stream);
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

namespace simcuda {

SIMCUDA_WRAPPER cudaMemLocation location_of(int device) {
    return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                     : cudaMemLocation{cudaMemLocationTypeDevice, device};
}

}  // namespace simcuda

/// The forms of CUDA 12 and earlier: a device's number, or cudaCpuDeviceId for the host.
SIMCUDA_WRAPPER cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                                 cudaStream_t stream = 0) {
    return cudaMemPrefetchAsync(devPtr, count, simcuda::location_of(dstDevice), 0, stream);
}
SIMCUDA_WRAPPER cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                                          int device) {
    return cudaMemAdvise(devPtr, count, advice, simcuda::location_of(device));
}

/// The form of CUDA 11 and earlier: no diagnostics are written.
SIMCUDA_WRAPPER cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                                 cudaGraphNode_t*, char*, size_t) {
    return cudaGraphInstantiate(pGraphExec, graph, 0);
}
