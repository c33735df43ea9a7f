// Many copies in one call. The batch as a whole is ordered with its stream; its copies are not
// ordered among themselves. Source: CUDA Runtime API, cudaMemcpyBatchAsync.
// Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <vector>

#include "common/simcuda/runtime/copies.hpp"
#include "common/simcuda/runtime/default_stream.hpp"

using namespace simcuda;

namespace {

/// The copies of one call.
struct batch {
    void* const* to;
    const void* const* from;
    const std::size_t* sizes;
    std::size_t count;
    const cudaMemcpyAttributes* how;
    const std::size_t* first;  ///< how[i] is for the copies from first[i] up to first[i + 1]
    std::size_t how_many;
};

bool is_well_formed(const batch& b) {
    const bool complete = b.to != nullptr && b.from != nullptr && b.sizes != nullptr &&
                          b.how != nullptr && b.first != nullptr;
    if (!complete || b.count == 0 || b.how_many == 0 || b.how_many > b.count || b.first[0] != 0)
        return false;
    for (std::size_t i = 0; i < b.how_many; ++i) {
        const auto order = b.how[i].srcAccessOrder;
        if (order < cudaMemcpySrcAccessOrderStream || order > cudaMemcpySrcAccessOrderAny)
            return false;
        if (i > 0 && (b.first[i] <= b.first[i - 1] || b.first[i] >= b.count))
            return false;
    }
    const auto is_real = [&](std::size_t i) {
        return b.to[i] != nullptr && b.from[i] != nullptr && b.sizes[i] > 0;
    };
    for (std::size_t i = 0; i < b.count; ++i) {
        if (!is_real(i))
            return false;
    }
    return true;
}

source_access access_of(cudaMemcpySrcAccessOrder order) {
    return order == cudaMemcpySrcAccessOrderStream          ? source_access::in_stream_order
           : order == cudaMemcpySrcAccessOrderDuringApiCall ? source_access::during_call
                                                            : source_access::any_time;
}

struct part {
    address begin, end;
    bool is_target;
};

/// Two copies of a batch that meet, one of them writing.
void find_clashes(call& c, const batch& b, const CUstream_st& stream) {
    std::vector<part> parts;
    for (std::size_t i = 0; i < b.count; ++i) {
        const auto to = reinterpret_cast<address>(b.to[i]);
        const auto from = reinterpret_cast<address>(b.from[i]);
        parts.push_back({to, to + b.sizes[i], true});
        parts.push_back({from, from + b.sizes[i], false});
    }
    std::sort(parts.begin(), parts.end(),
              [](const part& x, const part& y) { return x.begin < y.begin; });
    address written_to = 0, used_to = 0;  // by all that begin earlier
    for (const part& p : parts) {
        if (p.begin < written_to || (p.is_target && p.begin < used_to))
            return c.on().defects().within_batch(p.begin, stream.id, c.name(), c.pc());
        used_to = std::max(used_to, p.end);
        if (p.is_target)
            written_to = std::max(written_to, p.end);
    }
}

cudaError_t copy_batch(call& c, const batch& b, cudaStream_t handle) {
    if (!is_well_formed(b) || handle == nullptr || handle == cudaStreamLegacy)
        return cudaErrorInvalidValue;
    CUstream_st* stream = c.on().order().find_stream(handle, zero);
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    find_clashes(c, b, *stream);
    std::size_t which = 0;
    for (std::size_t i = 0; i < b.count; ++i) {
        if (which + 1 < b.how_many && b.first[which + 1] == i)
            ++which;
        c.host_works(c.on().profile().call_cost("batched copy"));
        const cudaError_t error =
            copy(c, b.to[i], b.from[i], copy_shape::flat(b.sizes[i]), cudaMemcpyDefault, stream,
                 copy_style::async, access_of(b.how[which].srcAccessOrder));
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes* how, std::size_t* first,
                                 std::size_t how_many, cudaStream_t stream) {
    return api("cudaMemcpyBatchAsync", __builtin_return_address(0), [&](call& c) {
        return copy_batch(c, {to, from, sizes, count, how, first, how_many}, stream);
    });
}

}  // extern "C"
