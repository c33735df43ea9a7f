// Allocation in the order of a stream. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/allocate.hpp"
#include "common/simcuda/runtime/default_stream.hpp"
#include "common/simcuda/runtime/free_check.hpp"

using namespace simcuda;

namespace {

/// The block may be used by what comes after this place of the stream, and by nothing else: its
/// allocation counts as a write of all its bytes.
void place_in_stream(call& c, allocation& block, CUstream_st& stream) {
    c.issue(stream, timeline::op_kind::event_record, {}, [&](const ticket& t, site where) {
        block.birth = std::make_unique<access_record>();
        block.birth->who = t.id;
        block.birth->where = where;
        block.birth->writes.add(0, page_size);
        block.birth->open = false;
        return work{};
    });
}

cudaError_t allocate_from(call& c, void** out, std::size_t size, CUmemPoolHandle_st* pool,
                          cudaStream_t handle) {
    CUstream_st* stream = c.on().order().find_stream(handle, zero);
    if (out == nullptr || pool == nullptr)
        return cudaErrorInvalidValue;
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (c.on().captures().is_capturing(*stream))
        return cudaErrorNotSupported;  // it would be an allocation node
    allocation* block = nullptr;
    const cudaError_t error = allocate_device(c, size, stream->device, block);
    *out = pointer_to(block);
    if (block == nullptr)
        return error;
    block->pool = pool->id;
    pool->take(bytes{size});
    place_in_stream(c, *block, *stream);
    return cudaSuccess;
}

/// A freed block must be out of use, and the one who frees it must know of it.
void check_free(device& dev, const allocation& block, const ticket& t, site where, const void* pc) {
    const access_side freeing{t.id, where, access::write, pc};
    if (check_not_in_use(dev, block, freeing, t.order) == usage::in_use)
        return;
    const access_record* birth = block.birth.get();
    if (birth == nullptr || t.order.knows(birth->who))
        return;
    each_page(block.base, block.size, [&](address a, unsigned first, unsigned count) {
        byte_set bytes;
        bytes.add(first, count);
        clash all{a - first, {}};
        for (unsigned w = 0; w < words_per_page; ++w)
            all.bytes[w] = bytes.word(w);
        dev.defects().on_race({birth->who, birth->where, access::write, nullptr}, freeing, t.order,
                              all);
    });
}

}  // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** out, std::size_t size, cudaStream_t stream) {
    return api("cudaMallocAsync", __builtin_return_address(0), [&](call& c) {
        return allocate_from(c, out, size, &c.on().pools().current(), stream);
    });
}

cudaError_t cudaMallocFromPoolAsync(void** out, std::size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return api("cudaMallocFromPoolAsync", __builtin_return_address(0), [&](call& c) {
        return allocate_from(c, out, size, c.on().pools().find(pool), stream);
    });
}

cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
    return api("cudaFreeAsync", __builtin_return_address(0), [&](call& c) {
        device& dev = c.on();
        CUstream_st* s = dev.order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (p == nullptr)
            return cudaSuccess;
        if (dev.captures().is_capturing(*s))
            return cudaErrorNotSupported;  // it would be a node that frees
        const auto base = reinterpret_cast<address>(p);
        allocation* a = dev.memory().find(base);
        if (a == nullptr || a->base != base || a->where != space::device)
            return cudaErrorInvalidValue;
        if (!a->live)
            return freed_twice(dev, *a, c.pc());
        c.issue(*s, timeline::op_kind::event_record, {}, [&](const ticket& t, site where) {
            check_free(dev, *a, t, where, c.pc());
            return work{};
        });
        give_back(dev, *a, c.pc());
        return cudaSuccess;
    });
}

}  // extern "C"
