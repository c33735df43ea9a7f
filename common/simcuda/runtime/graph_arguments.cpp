#include "common/simcuda/runtime/graph_arguments.hpp"

#include <algorithm>

#include "common/simcuda/runtime/copies.hpp"
#include "common/simcuda/runtime/kernel.hpp"

namespace simcuda {
namespace {

/// Start of the rectangle in one side of a three-dimensional copy.
std::uintptr_t start_of(const cudaPitchedPtr& p, const cudaPos& at) {
    return reinterpret_cast<std::uintptr_t>(p.ptr) + at.x + at.y * p.pitch +
           at.z * p.pitch * p.ysize;
}

}  // namespace

std::optional<node_list> nodes_named(call& c, const CUgraph_st* g, const cudaGraphNode_t* named,
                                     std::size_t count) {
    node_list result;
    if (g == nullptr || (named == nullptr && count > 0))
        return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        CUgraphNode_st* n = c.on().graphs().find_node(named[i]);
        if (n == nullptr || n->owner != g ||
            std::find(result.begin(), result.end(), n) != result.end()) {
            return std::nullopt;
        }
        result.push_back(n);
    }
    return result;
}

cudaError_t check_edges(const cudaGraphEdgeData* edges, std::size_t count) {
    for (std::size_t i = 0; edges != nullptr && i < count; ++i) {
        if (edges[i].type != cudaGraphDependencyTypeDefault || edges[i].from_port != 0 ||
            edges[i].to_port != 0) {
            return cudaErrorNotSupported;
        }
    }
    return cudaSuccess;
}

node_or_error work_of(call& c, const cudaKernelNodeParams& p) {
    kernel_call k;
    k.grid = p.gridDim;
    k.block = p.blockDim;
    k.shared_bytes = p.sharedMemBytes;
    if (p.func == nullptr)
        return cudaErrorInvalidDeviceFunction;
    if (p.extra != nullptr)
        return p.kernelParams != nullptr ? cudaErrorInvalidValue : cudaErrorNotSupported;
    if (const cudaError_t wrong = bind_arguments(c, p.func, p.kernelParams, k))
        return wrong;
    return node_work(std::move(k));
}

node_or_error work_of(call& c, const cudaMemcpy3DParms& p) {
    if (p.srcArray != nullptr || p.dstArray != nullptr)
        return cudaErrorInvalidValue;
    copy_call k;
    k.to = reinterpret_cast<void*>(start_of(p.dstPtr, p.dstPos));
    k.from = reinterpret_cast<const void*>(start_of(p.srcPtr, p.srcPos));
    k.shape = {p.extent.width,
               p.extent.height,
               p.extent.height > 1 ? p.dstPtr.pitch : p.extent.width,
               p.extent.height > 1 ? p.srcPtr.pitch : p.extent.width,
               p.extent.depth,
               p.dstPtr.pitch * p.dstPtr.ysize,
               p.srcPtr.pitch * p.srcPtr.ysize};
    k.kind = p.kind;
    if (const cudaError_t wrong = check_copy(c, k.to, k.from, k.shape, k.kind))
        return wrong;
    return node_work(k);
}

node_or_error copy_work(call& c, void* to, const void* from, std::size_t size,
                        cudaMemcpyKind kind) {
    const copy_call k{to, from, copy_shape::flat(size), kind};
    if (const cudaError_t wrong = check_copy(c, k.to, k.from, k.shape, k.kind))
        return wrong;
    return node_work(k);
}

node_or_error work_of(call& c, const cudaMemsetParams& p) {
    if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)
        return cudaErrorInvalidValue;
    const std::uint64_t width = p.width * p.elementSize;
    const std::uint64_t pitch = p.height > 1 ? p.pitch : width;
    const fill_call k{p.dst, {p.value, p.elementSize}, {width, p.height, pitch, pitch}};
    if (const cudaError_t wrong = check_fill(c, k.to, k.shape))
        return wrong;
    return node_work(k);
}

node_or_error work_of(call&, const cudaHostNodeParams& p) {
    if (p.fn == nullptr)
        return cudaErrorInvalidValue;
    return node_work(host_call{p.fn, p.userData});
}

node_or_error child_work(call& c, cudaGraph_t child) {
    const CUgraph_st* g = c.on().graphs().find(child);
    if (g == nullptr)
        return cudaErrorInvalidValue;
    return node_work(graph_call{c.on().graphs().copy(*g)});
}

node_or_error record_work(call& c, cudaEvent_t event) {
    CUevent_st* e = c.on().order().find_event(event);
    if (e == nullptr)
        return cudaErrorInvalidValue;
    return node_work(record_call{e});
}

node_or_error wait_work(call& c, cudaEvent_t event) {
    CUevent_st* e = c.on().order().find_event(event);
    if (e == nullptr)
        return cudaErrorInvalidValue;
    return node_work(wait_call{e});
}

node_or_error work_of(call& c, const cudaGraphNodeParams& p) {
    switch (p.type) {
        case cudaGraphNodeTypeKernel: {
            const cudaKernelNodeParamsV2& k = p.kernel;
            return work_of(c, cudaKernelNodeParams{k.func, k.gridDim, k.blockDim, k.sharedMemBytes,
                                                   k.kernelParams, k.extra});
        }
        case cudaGraphNodeTypeMemcpy:
            return work_of(c, p.memcpy.copyParams);
        case cudaGraphNodeTypeMemset: {
            const cudaMemsetParamsV2& m = p.memset;
            return work_of(
                c, cudaMemsetParams{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height});
        }
        case cudaGraphNodeTypeHost:
            return work_of(c, cudaHostNodeParams{p.host.fn, p.host.userData});
        case cudaGraphNodeTypeGraph:
            return child_work(c, p.graph.graph);
        case cudaGraphNodeTypeEmpty:
            return node_work(no_call{});
        case cudaGraphNodeTypeWaitEvent:
            return wait_work(c, p.eventWait.event);
        case cudaGraphNodeTypeEventRecord:
            return record_work(c, p.eventRecord.event);
        default:
            return cudaErrorNotSupported;
    }
}

}  // namespace simcuda
