// What is done to managed memory in the order of a stream.
// Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include <cmath>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/default_stream.hpp"
#include "common/simcuda/runtime/managed_range.hpp"

using namespace simcuda;

namespace {

/// Brings all pages to one side; how many bytes had to come from the other.
bytes fetch(managed_range& range, residence place) {
    bytes moved{};
    const residence other = place == residence::host ? residence::device : residence::host;
    for (managed_page& page : range) {
        if (page.where == other)
            moved += bytes{page_size};
        const bool is_shared = page.copies == managed_page::sharing::duplicated_while_read;
        page.where = page.where == other && is_shared ? residence::both
                     : page.where == residence::both  ? residence::both
                                                      : place;
        page.prefetched = place;
    }
    return moved;
}

/// A prefetch changes no contents: it is ordered with its stream, and in nobody's way otherwise.
void prefetch(call& c, managed_range& range, bytes size, residence place, CUstream_st& stream) {
    const machine_profile& p = c.on().profile();
    const bool up = place == residence::device;
    timeline::operation facts;
    facts.size = size;
    facts.host_memory = timeline::memory_kind::managed;
    bytes moved{};
    c.issue(
        stream, up ? timeline::op_kind::copy_h2d : timeline::op_kind::copy_d2h, std::move(facts),
        [&](const ticket&, site) {
            moved = fetch(range, place);
            const double rate = up ? p.h2d_rate : p.managed.prefetch_to_host_rate;
            return work{up ? engine::h2d : engine::d2h, p.copy_setup + at_rate(moved, rate), 1.0};
        });
    const double mib = static_cast<double>(moved.value) / 1048576.0;
    c.host_works(nanoseconds{std::llround(mib * p.managed.prefetch_call_us_per_mib * 1000.0)});
}

}  // namespace

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* p, std::size_t count, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
    return api("cudaMemPrefetchAsync", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        managed_range range = managed_range::find(c.on().memory(), p, count);
        residence place = residence::nowhere;
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (range.empty() || flags != 0)
            return cudaErrorInvalidValue;
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;  // cannot become a node
        if (const cudaError_t wrong = residence_of(location, place))
            return wrong;
        prefetch(c, range, bytes{count}, place, *s);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* p, std::size_t length,
                                     unsigned flags) {
    return api("cudaStreamAttachMemAsync", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;  // cannot become a node
        const auto base = reinterpret_cast<address>(p);
        allocation* block = c.on().memory().find_live(base);
        const bool fits = block != nullptr && is_managed(block->where) && block->base == base &&
                          (length == 0 || length == block->size);
        const bool to_one = flags == cudaMemAttachSingle && s != &c.on().order().legacy();
        if (!fits || (!to_one && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return cudaErrorInvalidValue;
        c.issue(*s, timeline::op_kind::event_record, {}, [&](const ticket&, site) {
            block->flags = flags;
            block->attached_to = s->id;
            return work{};
        });
        return cudaSuccess;
    });
}

}  // extern "C"
