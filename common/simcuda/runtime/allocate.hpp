#pragma once

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {

/// Takes a device block, or nothing for no bytes. cudaErrorMemoryAllocation when there is no room.
cudaError_t allocate_device(call& c, std::size_t size, unsigned device, allocation*& out);

/// Reports it; the error that the call returns.
cudaError_t freed_twice(device& dev, const allocation& block, const void* pc);

/// The end of a block that nobody uses any more.
void give_back(device& dev, allocation& block, const void* pc);

/// The address that a program knows a block by; null for no block.
[[nodiscard]] inline void* pointer_to(const allocation* a) {
    return a == nullptr ? nullptr : reinterpret_cast<void*>(a->base);
}

}  // namespace simcuda
