// Executable graphs.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/graph_arguments.hpp"

using namespace simcuda;

namespace {

/// The executable graph's own copy of a node of the graph that it was made of.
CUgraphNode_st* node_in(call& c, cudaGraphExec_t exec, cudaGraphNode_t node) {
    const auto e = c.on().executables().find(exec);
    const CUgraphNode_st* n = c.on().graphs().find_node(node);
    return e == nullptr || n == nullptr ? nullptr : find_copy(*e->copy, n->id);
}

/// New parameters for later launches; those under way keep theirs.
cudaError_t set(call& c, cudaGraphExec_t exec, cudaGraphNode_t node, node_or_error what) {
    CUgraphNode_st* n = node_in(c, exec, node);
    if (const auto* error = std::get_if<cudaError_t>(&what))
        return *error;
    auto& wanted = std::get<node_work>(what);
    if (n == nullptr || n->what.index() != wanted.index())
        return cudaErrorInvalidValue;
    n->what = std::move(wanted);
    n->origin.pc = c.pc();
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t graph,
                                 unsigned long long flags) {
    return api("cudaGraphInstantiate", __builtin_return_address(0),
               [&](call& c) { return instantiate(c, out, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* out, cudaGraph_t graph,
                                          unsigned long long flags) {
    return api("cudaGraphInstantiateWithFlags", __builtin_return_address(0),
               [&](call& c) { return instantiate(c, out, graph, flags); });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
    return api("cudaGraphExecGetFlags", __builtin_return_address(0), [&](call& c) {
        const auto e = c.on().executables().find(exec);
        if (e == nullptr || flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = e->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return api("cudaGraphExecDestroy", __builtin_return_address(0), [&](call& c) {
        const auto e = c.on().executables().find(exec);
        if (e == nullptr)
            return cudaErrorInvalidValue;
        c.on().executables().destroy(e.get(), c.on().order());  // a launch under way goes on
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
    return api("cudaGraphExecUpdate", __builtin_return_address(0), [&](call& c) {
        const auto e = c.on().executables().find(exec);
        const CUgraph_st* g = c.on().graphs().find(graph);
        if (e == nullptr || g == nullptr || info == nullptr)
            return cudaErrorInvalidValue;
        return update(*e, *g, *info) ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
    return api("cudaGraphExecKernelNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, exec, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
    return api("cudaGraphExecMemcpyNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, exec, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t size,
                                               cudaMemcpyKind kind) {
    return api("cudaGraphExecMemcpyNodeSetParams1D", __builtin_return_address(0),
               [&](call& c) { return set(c, exec, node, copy_work(c, to, from, size, kind)); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
    return api("cudaGraphExecMemsetNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, exec, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
    return api("cudaGraphExecHostNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr ? cudaErrorInvalidValue : set(c, exec, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    return api("cudaGraphNodeSetEnabled", __builtin_return_address(0), [&](call& c) {
        CUgraphNode_st* n = node_in(c, exec, node);
        // "Currently only kernel, memset and memcpy nodes are supported."
        if (n == nullptr || n->type() > cudaGraphNodeTypeMemset)
            return cudaErrorInvalidValue;
        n->state = enabled != 0 ? node_state::enabled : node_state::disabled;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
    return api("cudaGraphNodeGetEnabled", __builtin_return_address(0), [&](call& c) {
        const CUgraphNode_st* n = node_in(c, exec, node);
        if (n == nullptr || enabled == nullptr || n->type() > cudaGraphNodeTypeMemset)
            return cudaErrorInvalidValue;
        *enabled = n->state == node_state::enabled ? 1 : 0;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* params) {
    return api("cudaGraphExecNodeSetParams", __builtin_return_address(0), [&](call& c) {
        return params == nullptr || params->type == cudaGraphNodeTypeGraph
                   ? cudaErrorInvalidValue
                   : set(c, exec, node, work_of(c, *params));
    });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return api("cudaGraphExecEventRecordNodeSetEvent", __builtin_return_address(0),
               [&](call& c) { return set(c, exec, node, record_work(c, event)); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return api("cudaGraphExecEventWaitNodeSetEvent", __builtin_return_address(0),
               [&](call& c) { return set(c, exec, node, wait_work(c, event)); });
}

}  // extern "C"
