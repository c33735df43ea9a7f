#include "common/simcuda/runtime/managed_range.hpp"

namespace simcuda {

managed_range managed_range::find(memory_map& memory, const void* p, std::uint64_t size) {
    const auto base = reinterpret_cast<address>(p);
    allocation* block = memory.find_live(base);
    managed_range range;
    if (size == 0 || block == nullptr || !is_managed(block->where) || !block->contains(base, size))
        return range;
    range.first_ = block->managed_at(base);
    range.last_ = block->managed_at(base + size - 1) + 1;
    return range;
}

cudaError_t residence_of(const cudaMemLocation& location, residence& out) {
    switch (location.type) {
        case cudaMemLocationTypeDevice:
            out = residence::device;
            return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
        case cudaMemLocationTypeHost:
        case cudaMemLocationTypeHostNuma:
        case cudaMemLocationTypeHostNumaCurrent:
            out = residence::host;
            return cudaSuccess;
        default:
            return cudaErrorInvalidValue;
    }
}

int id_of(residence where) {
    return where == residence::device ? 0
           : where == residence::host ? cudaCpuDeviceId
                                      : cudaInvalidDeviceId;
}

int type_of(residence where) {
    return where == residence::device ? cudaMemLocationTypeDevice
           : where == residence::host ? cudaMemLocationTypeHost
                                      : cudaMemLocationTypeInvalid;
}

}  // namespace simcuda
