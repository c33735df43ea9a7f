// The device itself: what it is, its errors, its settings.

#include <cuda_runtime_api.h>

#include <cstdio>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/device_facts.hpp"
#include "common/simcuda/runtime/error_texts.hpp"

using namespace simcuda;

namespace {

constexpr int cuda_version = 13000;

cudaError_t set_flags(call& c, unsigned flags) {
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    const bool one_kind = (schedule & (schedule - 1)) == 0;
    if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0 || !one_kind)
        return cudaErrorInvalidValue;
    c.on().settings().flags = flags;
    return cudaSuccess;
}

cudaError_t check_limit(call& c, cudaLimit limit) {
    if (limit == cudaLimitDevRuntimeSyncDepth)
        return cudaErrorUnsupportedLimit;  // gone with CUDA 12
    return usual_limit(c.on().profile(), limit) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return api("cudaGetDeviceCount", __builtin_return_address(0), [&](call& c) {
        if (count == nullptr)
            return cudaErrorInvalidValue;
        *count = static_cast<int>(c.on().count());
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* out, int ordinal) {
    return api("cudaGetDeviceProperties", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        if (!c.on().has(ordinal))
            return cudaErrorInvalidDevice;
        *out = properties_of(c.on().facts_of(ordinal), static_cast<unsigned>(ordinal));
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal) {
    return api("cudaDeviceGetAttribute", __builtin_return_address(0), [&](call& c) {
        if (value == nullptr)
            return cudaErrorInvalidValue;
        if (!c.on().has(ordinal))
            return cudaErrorInvalidDevice;
        const auto known =
            attribute_of(c.on().facts_of(ordinal), static_cast<unsigned>(ordinal), attribute);
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
        *ordinal = 0;  // all are alike
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int ordinal) {
    return api("cudaSetDevice", __builtin_return_address(0), [&](call& c) {
        if (!c.on().has(ordinal))
            return cudaErrorInvalidDevice;
        c.on().order().make_current(static_cast<unsigned>(ordinal));
        return cudaSuccess;
    });
}

cudaError_t cudaGetDevice(int* ordinal) {
    return api("cudaGetDevice", __builtin_return_address(0), [&](call& c) {
        if (ordinal == nullptr)
            return cudaErrorInvalidValue;
        *ordinal = static_cast<int>(c.on().order().current_device());
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int ordinal, unsigned flags, unsigned which) {
    return api("cudaInitDevice", __builtin_return_address(0), [&](call& c) {
        if (!c.on().has(ordinal))
            return cudaErrorInvalidDevice;
        return which == cudaInitDeviceFlagsAreValid ? set_flags(c, flags) : cudaSuccess;
    });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return api("cudaSetDeviceFlags", __builtin_return_address(0),
               [&](call& c) { return set_flags(c, flags); });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return api("cudaGetDeviceFlags", __builtin_return_address(0), [&](call& c) {
        if (flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = c.on().settings().flags | cudaDeviceMapHost;  // implied by unified addressing
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
        if (const cudaError_t wrong = check_limit(c, limit); wrong != cudaSuccess)
            return wrong;
        constexpr std::size_t stack_step = 16;
        if (limit == cudaLimitStackSize)
            value = (value + stack_step - 1) / stack_step * stack_step;
        c.on().settings().limits[limit] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    return api("cudaDeviceGetLimit", __builtin_return_address(0), [&](call& c) {
        if (value == nullptr)
            return cudaErrorInvalidValue;
        if (const cudaError_t wrong = check_limit(c, limit); wrong != cudaSuccess)
            return wrong;
        const auto& limits = c.on().settings().limits;
        const auto it = limits.find(limit);
        *value = it != limits.end() ? it->second : *usual_limit(c.on().profile(), limit);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return api("cudaDeviceGetCacheConfig", __builtin_return_address(0), [&](call& c) {
        if (config == nullptr)
            return cudaErrorInvalidValue;
        *config = c.on().settings().cache;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return api("cudaDeviceSetCacheConfig", __builtin_return_address(0), [&](call& c) {
        c.on().settings().cache = config;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int ordinal) {
    return api("cudaDeviceGetPCIBusId", __builtin_return_address(0), [&](call& c) {
        constexpr int room = 13;  // "0000:01:00.0" and its end
        if (id == nullptr || length < room)
            return cudaErrorInvalidValue;
        if (!c.on().has(ordinal))
            return cudaErrorInvalidDevice;
        std::snprintf(id, static_cast<std::size_t>(length), "0000:%02X:00.0", ordinal + 1);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* ordinal, const char* id) {
    return api("cudaDeviceGetByPCIBusId", __builtin_return_address(0), [&](call& c) {
        unsigned domain = 0, bus = 0, slot = 0, function = 0;
        if (ordinal == nullptr || id == nullptr)
            return cudaErrorInvalidValue;
        // As in CUDA's own words: domain:bus:device.function, the last or the first left out.
        if (std::sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
            domain = function = 0;
            if (std::sscanf(id, "%x:%x.%x", &bus, &slot, &function) != 3)
                return cudaErrorInvalidValue;
        }
        const bool exists = domain == 0 && slot == 0 && function == 0 && bus > 0 &&
                            c.on().has(static_cast<int>(bus) - 1);
        if (!exists)
            return cudaErrorInvalidDevice;
        *ordinal = static_cast<int>(bus) - 1;
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

cudaError_t cudaProfilerStart() {
    return cudaSuccess;
}

cudaError_t cudaProfilerStop() {
    return cudaSuccess;
}

}  // extern "C"
