// Kernels as functions: their attributes, and how many blocks fit on a multiprocessor.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/occupancy.hpp"

using namespace simcuda;

namespace {

constexpr int most_threads = 1024, usual_registers = 32;

/// What is known of a function, without making an entry for it.
function_settings settings_of(call& c, const void* function) {
    const auto& all = c.on().settings().functions;
    const auto it = all.find(function);
    return it == all.end() ? function_settings{} : it->second;
}

cudaError_t set_attribute(call& c, const void* function, cudaFuncAttribute attribute, int value) {
    switch (static_cast<int>(attribute)) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            if (value < 0 || value > c.on().profile().shared_bytes_per_block)
                return cudaErrorInvalidValue;
            c.on().settings().functions[function].most_dynamic_shared = value;
            return cudaSuccess;
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
                return cudaErrorInvalidValue;
            c.on().settings().functions[function].carveout = value;
            return cudaSuccess;
        default:
            return cudaErrorInvalidValue;  // clusters are not simulated
    }
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* out, const void* function) {
    return api("cudaFuncGetAttributes", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        if (function == nullptr)
            return cudaErrorInvalidDeviceFunction;
        const function_settings known = settings_of(c, function);
        const machine_profile& p = c.on().profile();
        *out = {};  // sizes of static memory are not known here
        out->maxThreadsPerBlock = most_threads;
        out->numRegs = usual_registers;
        out->ptxVersion = out->binaryVersion = p.capability_major * 10 + p.capability_minor;
        out->maxDynamicSharedSizeBytes = known.most_dynamic_shared;
        out->preferredShmemCarveout = known.carveout;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return api("cudaFuncSetAttribute", __builtin_return_address(0), [&](call& c) {
        return function == nullptr ? cudaErrorInvalidDeviceFunction
                                   : set_attribute(c, function, attribute, value);
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return api("cudaFuncSetCacheConfig", __builtin_return_address(0), [&](call&) {
        return function == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess;
    });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return api("cudaFuncGetName", __builtin_return_address(0), [&](call& c) {
        if (name == nullptr)
            return cudaErrorInvalidValue;
        if (function == nullptr)
            return cudaErrorInvalidDeviceFunction;
        *name = c.on().places().function_at(function).c_str();
        return cudaSuccess;
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, std::size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                  cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, std::size_t shared,
                                                                   unsigned flags) {
    return api(
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor", __builtin_return_address(0), [&](call& c) {
            if (blocks == nullptr || threads <= 0 || flags > cudaOccupancyDisableCachingOverride) {
                return cudaErrorInvalidValue;
            }
            if (function == nullptr)
                return cudaErrorInvalidDeviceFunction;
            *blocks = resident_blocks(c.on().profile(), settings_of(c, function), threads, shared);
            return cudaSuccess;
        });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* size, const void* function,
                                                      int blocks, int threads) {
    return api("cudaOccupancyAvailableDynamicSMemPerBlock", __builtin_return_address(0),
               [&](call& c) {
                   if (size == nullptr || blocks <= 0 || threads <= 0)
                       return cudaErrorInvalidValue;
                   if (function == nullptr)
                       return cudaErrorInvalidDeviceFunction;
                   const long room =
                       room_for_blocks(c.on().profile(), settings_of(c, function), blocks, threads);
                   if (room < 0)
                       return cudaErrorInvalidValue;
                   *size = static_cast<std::size_t>(room);
                   return cudaSuccess;
               });
}

}  // extern "C"
