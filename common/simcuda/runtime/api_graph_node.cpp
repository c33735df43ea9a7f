// Nodes of graphs: made, looked at, changed.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/graph_arguments.hpp"

using namespace simcuda;

namespace {

cudaError_t add(call& c, cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* named,
                std::size_t count, node_or_error what) {
    CUgraph_st* g = c.on().graphs().find(graph);
    const auto after = nodes_named(c, g, named, count);
    if (out == nullptr || g == nullptr || !after)
        return cudaErrorInvalidValue;
    if (const auto* error = std::get_if<cudaError_t>(&what))
        return *error;
    *out = c.on().graphs().add(*g, std::get<node_work>(std::move(what)), *after,
                               {c.name(), c.pc(), std::nullopt});
    return cudaSuccess;
}

/// New parameters for a node, of the kind that it is.
cudaError_t set(call& c, cudaGraphNode_t node, node_or_error what) {
    CUgraphNode_st* n = c.on().graphs().find_node(node);
    if (const auto* error = std::get_if<cudaError_t>(&what))
        return *error;
    auto& wanted = std::get<node_work>(what);
    if (n == nullptr || n->what.index() != wanted.index())
        return cudaErrorInvalidValue;
    n->what = std::move(wanted);
    return cudaSuccess;
}

template <class Work>
const Work* find_work(call& c, cudaGraphNode_t node) {
    const CUgraphNode_st* n = c.on().graphs().find_node(node);
    return n == nullptr ? nullptr : std::get_if<Work>(&n->what);
}

template <class Work>
cudaError_t get_event(call& c, cudaGraphNode_t node, cudaEvent_t* out) {
    const auto* k = find_work<Work>(c, node);
    if (k == nullptr || out == nullptr)
        return cudaErrorInvalidValue;
    *out = k->event;
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddNode(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* edges, std::size_t count,
                             cudaGraphNodeParams* params) {
    return api("cudaGraphAddNode", __builtin_return_address(0), [&](call& c) {
        if (params == nullptr)
            return cudaErrorInvalidValue;
        if (const cudaError_t wrong = check_edges(edges, count))
            return wrong;
        const cudaError_t error = add(c, out, graph, after, count, work_of(c, *params));
        if (error == cudaSuccess && params->type == cudaGraphNodeTypeGraph)
            params->graph.graph = std::get<graph_call>((*out)->what).graph.get();
        return error;
    });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* params) {
    return api("cudaGraphAddKernelNode", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue
                                 : add(c, out, graph, after, count, work_of(c, *params));
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* params) {
    return api("cudaGraphAddMemcpyNode", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue
                                 : add(c, out, graph, after, count, work_of(c, *params));
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* out, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count, void* to,
                                     const void* from, std::size_t size, cudaMemcpyKind kind) {
    return api("cudaGraphAddMemcpyNode1D", __builtin_return_address(0), [&](call& c) {
        return add(c, out, graph, after, count, copy_work(c, to, from, size, kind));
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* params) {
    return api("cudaGraphAddMemsetNode", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue
                                 : add(c, out, graph, after, count, work_of(c, *params));
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* params) {
    return api("cudaGraphAddHostNode", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue
                                 : add(c, out, graph, after, count, work_of(c, *params));
    });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, std::size_t count,
                                       cudaGraph_t child) {
    return api("cudaGraphAddChildGraphNode", __builtin_return_address(0),
               [&](call& c) { return add(c, out, graph, after, count, child_work(c, child)); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, std::size_t count) {
    return api("cudaGraphAddEmptyNode", __builtin_return_address(0),
               [&](call& c) { return add(c, out, graph, after, count, node_work(no_call{})); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, std::size_t count,
                                        cudaEvent_t event) {
    return api("cudaGraphAddEventRecordNode", __builtin_return_address(0),
               [&](call& c) { return add(c, out, graph, after, count, record_work(c, event)); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, std::size_t count,
                                      cudaEvent_t event) {
    return api("cudaGraphAddEventWaitNode", __builtin_return_address(0),
               [&](call& c) { return add(c, out, graph, after, count, wait_work(c, event)); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* out) {
    return api("cudaGraphChildGraphNodeGetGraph", __builtin_return_address(0), [&](call& c) {
        const auto* k = find_work<graph_call>(c, node);
        if (k == nullptr || out == nullptr)
            return cudaErrorInvalidValue;
        *out = k->graph.get();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return api("cudaGraphDestroyNode", __builtin_return_address(0), [&](call& c) {
        CUgraphNode_st* n = c.on().graphs().find_node(node);
        if (n == nullptr)
            return cudaErrorInvalidValue;
        c.on().graphs().remove(*n);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
    return api("cudaGraphKernelNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t size, cudaMemcpyKind kind) {
    return api("cudaGraphMemcpyNodeSetParams1D", __builtin_return_address(0),
               [&](call& c) { return set(c, node, copy_work(c, to, from, size, kind)); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* out) {
    return api("cudaGraphMemsetNodeGetParams", __builtin_return_address(0), [&](call& c) {
        const auto* k = find_work<fill_call>(c, node);
        if (k == nullptr || out == nullptr)
            return cudaErrorInvalidValue;
        *out = {k->to,
                k->shape.to_pitch,
                k->pattern.value,
                k->pattern.size,
                k->shape.width / k->pattern.size,
                k->shape.rows};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
    return api("cudaGraphMemsetNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* out) {
    return api("cudaGraphHostNodeGetParams", __builtin_return_address(0), [&](call& c) {
        const auto* k = find_work<host_call>(c, node);
        if (k == nullptr || out == nullptr)
            return cudaErrorInvalidValue;
        *out = {k->fn, k->user_data};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
    return api("cudaGraphHostNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
    return api("cudaGraphMemcpyNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params) {
    return api("cudaGraphNodeSetParams", __builtin_return_address(0), [&](call& c) {
        // A child's graph would be another one: "not supported" for this kind of node.
        return params == nullptr || params->type == cudaGraphNodeTypeGraph
                   ? cudaErrorInvalidValue
                   : set(c, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* out) {
    return api("cudaGraphEventRecordNodeGetEvent", __builtin_return_address(0),
               [&](call& c) { return get_event<record_call>(c, node, out); });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return api("cudaGraphEventRecordNodeSetEvent", __builtin_return_address(0),
               [&](call& c) { return set(c, node, record_work(c, event)); });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* out) {
    return api("cudaGraphEventWaitNodeGetEvent", __builtin_return_address(0),
               [&](call& c) { return get_event<wait_call>(c, node, out); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return api("cudaGraphEventWaitNodeSetEvent", __builtin_return_address(0),
               [&](call& c) { return set(c, node, wait_work(c, event)); });
}

}  // extern "C"
