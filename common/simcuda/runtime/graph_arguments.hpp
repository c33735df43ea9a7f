#pragma once

#include <driver_types.h>

#include <optional>
#include <variant>

#include "common/simcuda/runtime/graph.hpp"

namespace simcuda {

class call;

// What the graph functions are given, turned into the runtime's own terms.

/// The nodes of `g` at `named`; none when one is not a node of `g` or stands there twice.
[[nodiscard]] std::optional<node_list> nodes_named(call& c, const CUgraph_st* g,
                                                   const cudaGraphNode_t* named, std::size_t count);
/// Only plain edges are simulated: cudaErrorNotSupported for a programmatic launch's.
[[nodiscard]] cudaError_t check_edges(const cudaGraphEdgeData* edges, std::size_t count);

/// What a node is to do, or what is wrong with its parameters.
using node_or_error = std::variant<cudaError_t, node_work>;
[[nodiscard]] node_or_error work_of(call& c, const cudaKernelNodeParams& p);
[[nodiscard]] node_or_error work_of(call& c, const cudaMemcpy3DParms& p);
[[nodiscard]] node_or_error work_of(call& c, const cudaMemsetParams& p);
[[nodiscard]] node_or_error work_of(call& c, const cudaHostNodeParams& p);
[[nodiscard]] node_or_error work_of(call& c, const cudaGraphNodeParams& p);
[[nodiscard]] node_or_error copy_work(call& c, void* to, const void* from, std::size_t size,
                                      cudaMemcpyKind kind);
[[nodiscard]] node_or_error child_work(call& c, cudaGraph_t child);
[[nodiscard]] node_or_error record_work(call& c, cudaEvent_t event);
[[nodiscard]] node_or_error wait_work(call& c, cudaEvent_t event);

}  // namespace simcuda
