// Allocation in the order of a stream. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/allocate.hpp"
#include "common/simcuda/runtime/default_stream.hpp"
#include "common/simcuda/runtime/free_check.hpp"

using namespace simcuda;

extern "C" {

cudaError_t cudaMallocAsync(void** out, std::size_t size, cudaStream_t stream) {
    return api("cudaMallocAsync", __builtin_return_address(0), [&](call& c) {
        if (c.on().order().find_stream(stream, zero) == nullptr)
            return cudaErrorInvalidResourceHandle;
        return allocate_device(c, out, size);
    });
}

cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
    return api("cudaFreeAsync", __builtin_return_address(0), [&](call& c) {
        device& dev = c.on();
        CUstream_st* s = dev.order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        const auto base = reinterpret_cast<address>(p);
        allocation* a = dev.memory().find(base);
        if (a == nullptr || a->base != base || !a->live || a->where != space::device) {
            return cudaErrorInvalidValue;
        }
        c.issue(*s, timeline::op_kind::event_record, {}, [&](const ticket& t, const site*) {
            check_not_in_use(dev, *a, t.order, c.pc());
            return work{};
        });
        dev.memory().release(*a, c.pc());
        return cudaSuccess;
    });
}

}  // extern "C"
