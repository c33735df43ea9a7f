// Allocation, registration and what a pointer or a symbol is.

#include <cuda_runtime_api.h>

#include <cmath>

#include "common/simcuda/runtime/allocate.hpp"
#include "common/simcuda/runtime/free_check.hpp"
#include "common/simcuda/runtime/refusals.hpp"

using namespace simcuda;

namespace {

nanoseconds for_size(std::uint64_t size, double us_per_mib) {
    return nanoseconds{std::llround(static_cast<double>(size) / 1048576.0 * us_per_mib * 1000.0)};
}

/// Rows begin at multiples of this many bytes.
std::size_t pitch_of(std::size_t width) {
    constexpr std::size_t row_alignment = 512;
    return (width + row_alignment - 1) / row_alignment * row_alignment;
}

cudaError_t allocate_device(call& c, void** out, std::size_t size) {
    if (out == nullptr)
        return refuse_null_result(c);
    allocation* a = nullptr;
    const cudaError_t error = allocate_device(c, size, c.on().order().current_device(), a);
    *out = pointer_to(a);
    return error;
}

cudaError_t allocate_pinned(call& c, void** out, std::size_t size, unsigned flags) {
    constexpr unsigned known_flags =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (out == nullptr)
        return refuse_null_result(c);
    if ((flags & ~known_flags) != 0)
        return refuse_flags(c, flags);
    *out = nullptr;
    if (size == 0)
        return cudaSuccess;
    allocation* a =
        c.on().memory().allocate(space::pinned, size, c.pc(), c.on().order().current_device());
    if (a == nullptr)
        return refuse_pinned_size(c, size);
    a->flags = flags;
    *out = pointer_to(a);
    c.host_works(for_size(size, c.on().profile().pin_us_per_mib));
    return cudaSuccess;
}

/// On a device the call succeeds. Here the memory stays, so that its owner can go on.
cudaError_t freed_of_the_caller(device& dev, address base, const void* pc) {
    dev.defects().add("double-free/not-yours", {{"memory", dev.defects().describe(base)}}, {pc},
                      "freed-of-the-caller");
    return cudaSuccess;
}

/// cudaFree and cudaFreeHost wait for the device in practice. Nobody promises it, so it costs time
/// and work that still uses the block is a mistake.
cudaError_t release(call& c, void* p, space where) {
    if (p == nullptr)
        return cudaSuccess;
    device& dev = c.on();
    const auto base = reinterpret_cast<address>(p);
    allocation* a = dev.memory().find(base);
    const bool fits = a != nullptr && a->base == base &&
                      (a->where == where || (where == space::device && a->where == space::managed));
    if (!fits) {
        if (dev.defects().is_named(base))
            static_cast<void>(freed_of_the_caller(dev, base, c.pc()));
        return refuse_release(c, p, where);
    }
    if (!a->live)
        return freed_twice(dev, *a, c.pc());
    if (dev.defects().is_named(base))
        return freed_of_the_caller(dev, base, c.pc());
    static_cast<void>(check_not_in_use(dev, *a, c.pc()));
    if (!a->birth)  // of stream-ordered blocks: "performs no implicit synchronization"
        c.block_on(dev.order().everything(a->device));
    if (!a->live)  // another thread was faster
        return freed_twice(dev, *a, c.pc());
    give_back(dev, *a, c.pc());
    return cudaSuccess;
}

}  // namespace

namespace simcuda {

cudaError_t allocate_device(call& c, std::size_t size, unsigned device, allocation*& out) {
    if (size == 0)
        return cudaSuccess;
    memory_map& memory = c.on().memory();
    const bytes room = c.on().profile().memory - memory.live_on(device);
    if (bytes{size} <= room)
        out = memory.allocate(space::device, size, c.pc(), device);
    return out == nullptr ? refuse_size(c, size, room, c.on().profile().memory) : cudaSuccess;
}

cudaError_t freed_twice(device& dev, const allocation& block, const void* pc) {
    dev.defects().add("double-free", {{"memory", dev.defects().describe(block)}},
                      {block.freed_at, pc});
    return cudaErrorInvalidValue;
}

void give_back(device& dev, allocation& block, const void* pc) {
    dev.pools().give(block.pool, bytes{block.size});
    dev.memory().release(block, pc);
}

}  // namespace simcuda

extern "C" {

cudaError_t cudaMalloc(void** out, std::size_t size) {
    return api("cudaMalloc", __builtin_return_address(0),
               [&](call& c) { return allocate_device(c, out, size); });
}

cudaError_t cudaMallocPitch(void** out, std::size_t* pitch, std::size_t width, std::size_t height) {
    return api("cudaMallocPitch", __builtin_return_address(0), [&](call& c) {
        if (pitch == nullptr)
            return cudaErrorInvalidValue;
        *pitch = pitch_of(width);
        return allocate_device(c, out, *pitch * height);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* out, cudaExtent extent) {
    return api("cudaMalloc3D", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        const std::size_t pitch = pitch_of(extent.width);
        *out = {nullptr, pitch, extent.width, extent.height};
        return allocate_device(c, &out->ptr, pitch * extent.height * extent.depth);
    });
}

cudaError_t cudaFree(void* p) {
    return api("cudaFree", __builtin_return_address(0),
               [&](call& c) { return release(c, p, space::device); });
}

cudaError_t cudaMallocHost(void** out, std::size_t size) {
    return api("cudaMallocHost", __builtin_return_address(0),
               [&](call& c) { return allocate_pinned(c, out, size, cudaHostAllocDefault); });
}

cudaError_t cudaHostAlloc(void** out, std::size_t size, unsigned flags) {
    return api("cudaHostAlloc", __builtin_return_address(0),
               [&](call& c) { return allocate_pinned(c, out, size, flags); });
}

cudaError_t cudaFreeHost(void* p) {
    return api("cudaFreeHost", __builtin_return_address(0),
               [&](call& c) { return release(c, p, space::pinned); });
}

cudaError_t cudaHostRegister(void* p, std::size_t size, unsigned flags) {
    return api("cudaHostRegister", __builtin_return_address(0), [&](call& c) {
        memory_map& memory = c.on().memory();
        const auto base = reinterpret_cast<address>(p);
        // Registers of other devices (IoMemory) are not ordinary memory.
        constexpr unsigned known_flags =
            cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
        if ((flags & ~known_flags) != 0)
            return refuse_flags(c, flags);
        if (p == nullptr || size == 0 || memory.in_device_arena(base) ||
            memory.in_pinned_arena(base) || memory.overlapping_host_range(base, size) != nullptr) {
            return refuse_register(c, p, size);
        }
        memory.add_host_range(space::registered, base, size, c.pc())->flags = flags;
        c.host_works(for_size(size, c.on().profile().register_us_per_mib));
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void* p) {
    return api("cudaHostUnregister", __builtin_return_address(0), [&](call& c) {
        device& dev = c.on();
        const auto base = reinterpret_cast<address>(p);
        if (dev.memory().in_pinned_arena(base))
            return refuse_release(c, p, space::registered);
        allocation* a = dev.memory().find_live(base);
        if (a == nullptr || a->where != space::registered)
            return refuse_unregister(c, p);
        if (a->base != base)
            return refuse_release(c, p, space::registered);
        static_cast<void>(check_not_in_use(dev, *a, c.pc()));
        c.host_works(for_size(a->size, dev.profile().unregister_us_per_mib));
        dev.memory().remove_host_range(*a);
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetDevicePointer(void** out, void* p, unsigned flags) {
    return api("cudaHostGetDevicePointer", __builtin_return_address(0), [&](call& c) {
        const allocation* a = c.on().memory().find_live(reinterpret_cast<address>(p));
        if (out == nullptr || flags != 0 || a == nullptr || is_device(a->where) ||
            is_managed(a->where)) {
            return cudaErrorInvalidValue;
        }
        *out = p;  // one address space
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* p) {
    return api("cudaHostGetFlags", __builtin_return_address(0), [&](call& c) {
        const allocation* a = c.on().memory().find_live(reinterpret_cast<address>(p));
        if (flags == nullptr || a == nullptr || is_device(a->where))
            return cudaErrorInvalidValue;
        const unsigned own = is_managed(a->where) ? 0 : a->flags;
        *flags = own | cudaHostAllocMapped;  // implied by unified addressing
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out, const void* p) {
    return api("cudaPointerGetAttributes", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr)
            return cudaErrorInvalidValue;
        *out = {};
        const allocation* a = c.on().memory().find_live(reinterpret_cast<address>(p));
        void* same = const_cast<void*>(p);
        if (a == nullptr) {
            out->type = cudaMemoryTypeUnregistered;
            out->device = -2;
            out->hostPointer = same;
            return cudaSuccess;
        }
        out->device = static_cast<int>(a->device);
        if (is_device(a->where)) {
            out->type = cudaMemoryTypeDevice;
            if (c.on().peers().granted(c.on().order().current_device(), a->device))
                out->devicePointer = same;
        } else if (is_managed(a->where)) {
            out->type = cudaMemoryTypeManaged;
            out->devicePointer = out->hostPointer = same;
        } else {
            out->type = cudaMemoryTypeHost;
            out->devicePointer = out->hostPointer = same;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return api("cudaMemGetInfo", __builtin_return_address(0), [&](call& c) {
        if (free == nullptr || total == nullptr)
            return cudaErrorInvalidValue;
        *total = c.on().profile().memory.value;
        *free = *total - c.on().memory().live_on(c.on().order().current_device()).value;
        return cudaSuccess;
    });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
    return api("cudaGetSymbolAddress", __builtin_return_address(0), [&](call&) {
        if (address == nullptr || symbol == nullptr)
            return cudaErrorInvalidValue;
        *address = const_cast<void*>(symbol);
        return cudaSuccess;
    });
}

cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) {
    return api("cudaGetSymbolSize", __builtin_return_address(0), [&](call& c) {
        const allocation* a = c.on().memory().find_live(reinterpret_cast<address>(symbol));
        if (size == nullptr)
            return cudaErrorInvalidValue;
        if (a == nullptr)
            return cudaErrorInvalidSymbol;
        *size = a->size;
        return cudaSuccess;
    });
}

}  // extern "C"
