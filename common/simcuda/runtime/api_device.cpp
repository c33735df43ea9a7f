// The device itself: what it is, its errors, its settings.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/device_facts.hpp"
#include "common/simcuda/runtime/error_texts.hpp"

using namespace simcuda;

namespace {

constexpr int cuda_version = 13000;

bool is_device(int ordinal) {
    return ordinal == 0;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return api("cudaGetDeviceCount", __builtin_return_address(0), [&](call&) {
        if (count == nullptr)
            return cudaErrorInvalidValue;
        *count = 1;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* out, int ordinal) {
    return api("cudaGetDeviceProperties", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        if (!is_device(ordinal))
            return cudaErrorInvalidDevice;
        *out = properties_of(c.on().profile());
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal) {
    return api("cudaDeviceGetAttribute", __builtin_return_address(0), [&](call& c) {
        if (value == nullptr)
            return cudaErrorInvalidValue;
        if (!is_device(ordinal))
            return cudaErrorInvalidDevice;
        const auto known = attribute_of(c.on().profile(), attribute);
        if (!known)
            return cudaErrorInvalidValue;
        *value = *known;
        return cudaSuccess;
    });
}

cudaError_t cudaChooseDevice(int* ordinal, const cudaDeviceProp* wanted) {
    return api("cudaChooseDevice", __builtin_return_address(0), [&](call&) {
        if (ordinal == nullptr || wanted == nullptr)
            return cudaErrorInvalidValue;
        *ordinal = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int ordinal) {
    return api("cudaSetDevice", __builtin_return_address(0),
               [&](call&) { return is_device(ordinal) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaGetDevice(int* ordinal) {
    return api("cudaGetDevice", __builtin_return_address(0), [&](call&) {
        if (ordinal == nullptr)
            return cudaErrorInvalidValue;
        *ordinal = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int ordinal, unsigned, unsigned) {
    return api("cudaInitDevice", __builtin_return_address(0),
               [&](call&) { return is_device(ordinal) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return api("cudaSetDeviceFlags", __builtin_return_address(0), [&](call& c) {
        c.on().settings().flags = flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return api("cudaGetDeviceFlags", __builtin_return_address(0), [&](call& c) {
        if (flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = c.on().settings().flags;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceReset() {
    // Waits for everything; what was allocated is gone.
    const cudaError_t error = cudaDeviceSynchronize();
    device& dev = device::instance();
    const device_lock lock(dev);
    dev.forget_allocations();
    return error;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    return api("cudaDeviceSetLimit", __builtin_return_address(0), [&](call& c) {
        c.on().settings().limits[limit] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    return api("cudaDeviceGetLimit", __builtin_return_address(0), [&](call& c) {
        constexpr std::size_t usual = 1 << 20;
        if (value == nullptr)
            return cudaErrorInvalidValue;
        const auto& limits = c.on().settings().limits;
        const auto it = limits.find(limit);
        *value = it != limits.end() ? it->second : usual;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return api("cudaDeviceGetCacheConfig", __builtin_return_address(0), [&](call&) {
        if (config == nullptr)
            return cudaErrorInvalidValue;
        *config = cudaFuncCachePreferNone;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return api("cudaDeviceSetCacheConfig", __builtin_return_address(0),
               [&](call&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int ordinal) {
    return api("cudaDeviceGetPCIBusId", __builtin_return_address(0), [&](call&) {
        if (id == nullptr || length < 13)
            return cudaErrorInvalidValue;
        if (!is_device(ordinal))
            return cudaErrorInvalidDevice;
        std::snprintf(id, static_cast<std::size_t>(length), "0000:00:00.0");
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* ordinal, const char* id) {
    return api("cudaDeviceGetByPCIBusId", __builtin_return_address(0), [&](call&) {
        if (ordinal == nullptr || id == nullptr)
            return cudaErrorInvalidValue;
        *ordinal = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaDriverGetVersion(int* version) {
    return api("cudaDriverGetVersion", __builtin_return_address(0), [&](call&) {
        if (version == nullptr)
            return cudaErrorInvalidValue;
        *version = cuda_version;
        return cudaSuccess;
    });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return api("cudaRuntimeGetVersion", __builtin_return_address(0), [&](call&) {
        if (version == nullptr)
            return cudaErrorInvalidValue;
        *version = cuda_version;
        return cudaSuccess;
    });
}

// These two never fail themselves: what they return is the error of an earlier call.
cudaError_t cudaGetLastError() {
    const call c("cudaGetLastError", __builtin_return_address(0));
    const cudaError_t broken = device::instance().broken();
    const cudaError_t error = std::exchange(last_error(), broken);
    return error != cudaSuccess ? error : broken;
}

cudaError_t cudaPeekAtLastError() {
    const call c("cudaPeekAtLastError", __builtin_return_address(0));
    return last_error() != cudaSuccess ? last_error() : device::instance().broken();
}

const char* cudaGetErrorName(cudaError_t error) {
    return error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
    return error_text(error);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* out, const void* function) {
    return api("cudaFuncGetAttributes", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        if (function == nullptr)
            return cudaErrorInvalidDeviceFunction;
        *out = {};
        out->maxThreadsPerBlock = 1024;
        out->numRegs = 32;
        out->maxDynamicSharedSizeBytes = c.on().profile().shared_bytes_per_block;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute, int value) {
    return api("cudaFuncSetAttribute", __builtin_return_address(0), [&](call& c) {
        if (function == nullptr)
            return cudaErrorInvalidDeviceFunction;
        return value <= c.on().profile().shared_bytes_per_block ? cudaSuccess
                                                                : cudaErrorInvalidValue;
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return api("cudaFuncSetCacheConfig", __builtin_return_address(0), [&](call&) {
        return function == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess;
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block_size, std::size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                                  shared, 0);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int block_size,
                                                                   std::size_t shared, unsigned) {
    return api(
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor", __builtin_return_address(0), [&](call& c) {
            constexpr int most_blocks = 32;
            if (blocks == nullptr || block_size <= 0)
                return cudaErrorInvalidValue;
            if (function == nullptr)
                return cudaErrorInvalidDeviceFunction;
            const machine_profile& p = c.on().profile();
            const int rounded = (block_size + 31) / 32 * 32;
            int fit = std::min(most_blocks, p.threads_per_multiprocessor / rounded);
            if (block_size > 1024)
                fit = 0;
            if (shared > 0) {
                fit = std::min<int>(
                    fit,
                    static_cast<int>(static_cast<std::size_t>(p.shared_bytes_per_block) / shared));
            }
            *blocks = fit;
            return cudaSuccess;
        });
}

cudaError_t cudaProfilerStart() {
    return cudaSuccess;
}

cudaError_t cudaProfilerStop() {
    return cudaSuccess;
}

}  // extern "C"
