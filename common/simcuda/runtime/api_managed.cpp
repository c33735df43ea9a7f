// Managed memory: making it, advice about it, and what can be asked.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/allocate.hpp"
#include "common/simcuda/runtime/managed_range.hpp"

using namespace simcuda;

namespace {

/// The page's answer to one question, as CUDA numbers places: a device's number, -1 for the host.
int answer(const managed_page& page, cudaMemRangeAttribute which) {
    switch (which) {
        case cudaMemRangeAttributeReadMostly:
            return page.copies == managed_page::sharing::duplicated_while_read ? 1 : 0;
        case cudaMemRangeAttributePreferredLocation:
        case cudaMemRangeAttributePreferredLocationId:
            return id_of(page.preferred);
        case cudaMemRangeAttributePreferredLocationType:
            return type_of(page.preferred);
        case cudaMemRangeAttributeLastPrefetchLocation:
        case cudaMemRangeAttributeLastPrefetchLocationId:
            return id_of(page.prefetched);
        case cudaMemRangeAttributeLastPrefetchLocationType:
            return type_of(page.prefetched);
        default:
            return page.from_device == managed_page::reach::mapped ? 0 : cudaInvalidDeviceId;
    }
}

/// What all pages say; where they differ, what stands for "no such place".
int answer_of_all(const managed_range& range, cudaMemRangeAttribute which) {
    const int first = answer(*range.begin(), which);
    for (const managed_page& page : range) {
        if (answer(page, which) != first)
            return answer(managed_page{}, which);
    }
    return first;
}

cudaError_t range_attribute(memory_map& memory, void* data, std::size_t data_size,
                            cudaMemRangeAttribute which, const void* p, std::size_t count) {
    const managed_range range = managed_range::find(memory, p, count);
    const bool is_known = which >= cudaMemRangeAttributeReadMostly &&
                          which <= cudaMemRangeAttributeLastPrefetchLocationId;
    const bool takes_many = which == cudaMemRangeAttributeAccessedBy;
    const bool fits =
        takes_many ? data_size > 0 && data_size % sizeof(int) == 0 : data_size == sizeof(int);
    if (data == nullptr || !is_known || !fits || range.empty())
        return cudaErrorInvalidValue;
    auto* out = static_cast<int*>(data);
    out[0] = answer_of_all(range, which);
    for (std::size_t i = 1; i < data_size / sizeof(int); ++i)
        out[i] = cudaInvalidDeviceId;
    return cudaSuccess;
}

cudaError_t advise(managed_range& range, cudaMemoryAdvise advice, residence place) {
    for (managed_page& page : range) {
        switch (advice) {
            case cudaMemAdviseSetReadMostly:
                page.copies = managed_page::sharing::duplicated_while_read;
                break;
            case cudaMemAdviseUnsetReadMostly:
                page.copies = managed_page::sharing::moves;
                break;
            case cudaMemAdviseSetPreferredLocation:
                page.preferred = place;
                break;
            case cudaMemAdviseUnsetPreferredLocation:
                page.preferred = residence::nowhere;
                break;
            case cudaMemAdviseSetAccessedBy:
                if (place == residence::device)
                    page.from_device = managed_page::reach::mapped;
                break;
            case cudaMemAdviseUnsetAccessedBy:
                if (place == residence::device)
                    page.from_device = managed_page::reach::migrates;
                break;
            default:
                return cudaErrorInvalidValue;
        }
    }
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMallocManaged(void** out, std::size_t size, unsigned flags) {
    return api("cudaMallocManaged", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return cudaErrorInvalidValue;
        *out = nullptr;
        if (size == 0)
            return cudaSuccess;
        allocation* a =
            c.on().memory().allocate(space::managed, size, c.pc(), c.on().order().current_device());
        if (a == nullptr)
            return cudaErrorMemoryAllocation;
        a->flags = flags;
        *out = pointer_to(a);
        return cudaSuccess;
    });
}

cudaError_t cudaMemAdvise(const void* p, std::size_t count, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
    return api("cudaMemAdvise", __builtin_return_address(0), [&](call& c) {
        managed_range range = managed_range::find(c.on().memory(), p, count);
        if (range.empty())
            return cudaErrorInvalidValue;
        residence place = residence::nowhere;
        const bool needs_place = advice == cudaMemAdviseSetPreferredLocation ||
                                 advice == cudaMemAdviseSetAccessedBy ||
                                 advice == cudaMemAdviseUnsetAccessedBy;
        if (const cudaError_t wrong = residence_of(location, place); needs_place && wrong)
            return wrong;
        return advise(range, advice, place);
    });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_size, cudaMemRangeAttribute which,
                                     const void* p, std::size_t count) {
    return api("cudaMemRangeGetAttribute", __builtin_return_address(0), [&](call& c) {
        return range_attribute(c.on().memory(), data, data_size, which, p, count);
    });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_sizes,
                                      cudaMemRangeAttribute* which, std::size_t how_many,
                                      const void* p, std::size_t count) {
    return api("cudaMemRangeGetAttributes", __builtin_return_address(0), [&](call& c) {
        if (data == nullptr || data_sizes == nullptr || which == nullptr || how_many == 0)
            return cudaErrorInvalidValue;
        for (std::size_t i = 0; i < how_many; ++i) {
            const cudaError_t error =
                range_attribute(c.on().memory(), data[i], data_sizes[i], which[i], p, count);
            if (error != cudaSuccess)
                return error;
        }
        return cudaSuccess;
    });
}

}  // extern "C"
