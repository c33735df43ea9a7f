// Memory pools: making them, and what can be set and asked.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"

using namespace simcuda;

namespace {

bool is_device_0(const cudaMemLocation* l) {
    return l != nullptr && l->type == cudaMemLocationTypeDevice && l->id == 0;
}

bool is_host(const cudaMemLocation& l) {
    return l.type == cudaMemLocationTypeHost || l.type == cudaMemLocationTypeHostNuma ||
           l.type == cudaMemLocationTypeHostNumaCurrent;
}

cudaError_t give_pool(cudaMemPool_t* out, int device_number, CUmemPoolHandle_st& pool) {
    if (out == nullptr)
        return cudaErrorInvalidValue;
    if (device_number != 0)
        return cudaErrorInvalidDevice;
    *out = &pool;
    return cudaSuccess;
}

permission* switch_of(pool_state& pool, cudaMemPoolAttr which) {
    switch (which) {
        case cudaMemPoolReuseFollowEventDependencies:
            return &pool.follow_events;
        case cudaMemPoolReuseAllowOpportunistic:
            return &pool.opportunistic;
        case cudaMemPoolReuseAllowInternalDependencies:
            return &pool.internal_dependencies;
        default:
            return nullptr;
    }
}

bytes* number_of(pool_state& pool, cudaMemPoolAttr which) {
    switch (which) {
        case cudaMemPoolAttrReleaseThreshold:
            return &pool.threshold;
        case cudaMemPoolAttrReservedMemCurrent:
            return &pool.reserved;
        case cudaMemPoolAttrReservedMemHigh:
            return &pool.reserved_high;
        case cudaMemPoolAttrUsedMemCurrent:
            return &pool.used;
        case cudaMemPoolAttrUsedMemHigh:
            return &pool.used_high;
        default:
            return nullptr;
    }
}

cudaError_t set_number(pool_state& pool, cudaMemPoolAttr which, std::uint64_t value) {
    if (which == cudaMemPoolAttrReleaseThreshold) {
        pool.threshold = {value};
        return cudaSuccess;
    }
    // High-water marks start again at what is in use now; all else follows from the allocations.
    const bool starts_again = value == 0;
    if (which == cudaMemPoolAttrUsedMemHigh && starts_again) {
        pool.used_high = pool.used;
    } else if (which == cudaMemPoolAttrReservedMemHigh && starts_again) {
        pool.reserved_high = pool.reserved;
    } else {
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device_number) {
    return api("cudaDeviceGetDefaultMemPool", __builtin_return_address(0),
               [&](call& c) { return give_pool(pool, device_number, c.on().pools().standard()); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device_number) {
    return api("cudaDeviceGetMemPool", __builtin_return_address(0),
               [&](call& c) { return give_pool(pool, device_number, c.on().pools().current()); });
}

cudaError_t cudaDeviceSetMemPool(int device_number, cudaMemPool_t pool) {
    return api("cudaDeviceSetMemPool", __builtin_return_address(0), [&](call& c) {
        CUmemPoolHandle_st* found = c.on().pools().find(pool);
        if (device_number != 0)
            return cudaErrorInvalidDevice;
        if (found == nullptr)
            return cudaErrorInvalidValue;
        c.on().pools().make_current(*found);
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* props) {
    return api("cudaMemPoolCreate", __builtin_return_address(0), [&](call& c) {
        const bool fits = pool != nullptr && props != nullptr &&
                          props->allocType == cudaMemAllocationTypePinned &&
                          props->handleTypes == cudaMemHandleTypeNone &&
                          is_device_0(&props->location);
        if (!fits)
            return cudaErrorInvalidValue;
        *pool = c.on().pools().create();
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return api("cudaMemPoolDestroy", __builtin_return_address(0), [&](call& c) {
        pool_table& pools = c.on().pools();
        CUmemPoolHandle_st* found = pools.find(pool);
        if (found == nullptr || found == &pools.standard())
            return cudaErrorInvalidValue;
        pools.destroy(*found);
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t least) {
    return api("cudaMemPoolTrimTo", __builtin_return_address(0), [&](call& c) {
        CUmemPoolHandle_st* found = c.on().pools().find(pool);
        if (found == nullptr)
            return cudaErrorInvalidValue;
        found->trim(bytes{least});
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
    return api("cudaMemPoolSetAttribute", __builtin_return_address(0), [&](call& c) {
        CUmemPoolHandle_st* found = c.on().pools().find(pool);
        if (found == nullptr || value == nullptr)
            return cudaErrorInvalidValue;
        if (permission* choice = switch_of(*found, which)) {
            *choice = *static_cast<int*>(value) != 0 ? permission::granted : permission::denied;
            return cudaSuccess;
        }
        if (number_of(*found, which) == nullptr)
            return cudaErrorInvalidValue;
        return set_number(*found, which, *static_cast<std::uint64_t*>(value));
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
    return api("cudaMemPoolGetAttribute", __builtin_return_address(0), [&](call& c) {
        CUmemPoolHandle_st* found = c.on().pools().find(pool);
        if (found == nullptr || value == nullptr)
            return cudaErrorInvalidValue;
        if (const permission* choice = switch_of(*found, which)) {
            *static_cast<int*>(value) = *choice == permission::granted ? 1 : 0;
        } else if (const bytes* number = number_of(*found, which)) {
            *static_cast<std::uint64_t*>(value) = number->value;
        } else {
            return cudaErrorInvalidValue;
        }
        return cudaSuccess;
    });
}

/// The device that a pool lies on can always reach it, and no other device is there.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* wanted,
                                 std::size_t count) {
    return api("cudaMemPoolSetAccess", __builtin_return_address(0), [&](call& c) {
        if (c.on().pools().find(pool) == nullptr || (wanted == nullptr && count > 0))
            return cudaErrorInvalidValue;
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_device_0(&wanted[i].location) ||
                wanted[i].flags != cudaMemAccessFlagsProtReadWrite)
                return cudaErrorInvalidDevice;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
    return api("cudaMemPoolGetAccess", __builtin_return_address(0), [&](call& c) {
        if (flags == nullptr || location == nullptr || c.on().pools().find(pool) == nullptr)
            return cudaErrorInvalidValue;
        if (!is_device_0(location) && !is_host(*location))
            return cudaErrorInvalidDevice;
        *flags =
            is_device_0(location) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
        return cudaSuccess;
    });
}

}  // extern "C"
