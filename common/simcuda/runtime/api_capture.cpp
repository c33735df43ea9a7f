// Stream capture. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include <algorithm>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/default_stream.hpp"
#include "common/simcuda/runtime/graph_arguments.hpp"

using namespace simcuda;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return api("cudaStreamBeginCapture", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        return c.on().captures().begin(*s, mode);
    });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData,
                                          std::size_t numDependencies, cudaStreamCaptureMode mode) {
    return api("cudaStreamBeginCaptureToGraph", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        CUgraph_st* g = c.on().graphs().find(graph);
        const auto after = nodes_named(c, g, dependencies, numDependencies);
        if (g == nullptr || !after)
            return cudaErrorInvalidValue;
        if (const cudaError_t wrong = check_edges(dependencyData, numDependencies))
            return wrong;
        return c.on().captures().begin_in(*s, *g, *after, mode);
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* out) {
    return api("cudaStreamEndCapture", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (out == nullptr)
            return cudaErrorInvalidValue;
        return c.on().captures().end(*s, *out);
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* out) {
    return api("cudaStreamIsCapturing", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (out == nullptr)
            return cudaErrorInvalidValue;
        return c.on().captures().status(*s, *out);
    });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, std::size_t* count) {
    return api("cudaStreamGetCaptureInfo", __builtin_return_address(0), [&](call& c) {
        capture_log& captures = c.on().captures();
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (status == nullptr || (edges != nullptr && dependencies == nullptr))
            return cudaErrorInvalidValue;
        if (const cudaError_t error = captures.status(*s, *status))
            return error;
        const capture_branch* b = captures.branch_of(*s);
        if (b == nullptr || *status != cudaStreamCaptureStatusActive)
            return cudaSuccess;
        if (id != nullptr)
            *id = b->whole->id;
        if (graph != nullptr)
            *graph = b->whole->graph;
        if (dependencies != nullptr)
            *dependencies = b->after.data();
        if (edges != nullptr)
            *edges = nullptr;  // all edges are plain
        if (count != nullptr)
            *count = b->after.size();
        return cudaSuccess;
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* dependencyData,
                                                std::size_t numDependencies, unsigned flags) {
    return api("cudaStreamUpdateCaptureDependencies", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        capture_branch* b = c.on().captures().branch_of(*s);
        if (b == nullptr)
            return cudaErrorIllegalState;
        if (const cudaError_t error = c.on().captures().may_enqueue(*s))
            return error;
        const auto named = nodes_named(c, b->whole->graph, dependencies, numDependencies);
        if (!named || flags > cudaStreamSetCaptureDependencies)
            return cudaErrorInvalidValue;
        if (const cudaError_t wrong = check_edges(dependencyData, numDependencies))
            return wrong;
        if (flags == cudaStreamSetCaptureDependencies)
            b->after.clear();
        for (CUgraphNode_st* n : *named) {
            if (std::find(b->after.begin(), b->after.end(), n) == b->after.end())
                b->after.push_back(n);
        }
        return cudaSuccess;
    });
}

}  // extern "C"
