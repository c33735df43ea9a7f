#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/simcuda/runtime/graph_plan.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

class call;

/// An instantiated graph: a copy of its own, in an order fixed once, each chain of nodes in a lane
/// of its own.
struct graph_exec {
    std::uint64_t id = 0;
    std::shared_ptr<CUgraph_st> copy;
    graph_plan plan;
    std::vector<CUstream_st*> lanes;
    point_ptr newest;  ///< end of the newest launch; null: none yet
    unsigned long long flags = 0;
};

}  // namespace simcuda

struct CUgraphExec_st : simcuda::graph_exec {};

namespace simcuda {

/// Owns the program's executable graphs.
class graph_execs {
public:
    /// Shared, since a launch may let other threads in that destroy it.
    using pointer = std::shared_ptr<CUgraphExec_st>;

    pointer create(std::shared_ptr<CUgraph_st> copy, graph_plan plan, scheduler& order);
    void destroy(CUgraphExec_st* e, scheduler& order);
    /// Null for a handle that does not exist (any more).
    [[nodiscard]] pointer find(CUgraphExec_st* handle) const;

private:
    std::uint64_t newest_id_ = 0;
    std::map<CUgraphExec_st*, pointer> all_;
};

/// cudaGraphInstantiate and its relatives.
cudaError_t instantiate(call& c, cudaGraphExec_t* out, cudaGraph_t graph, unsigned long long flags);

/// Issues the whole graph into `s`: after all earlier work of the stream and after earlier launches
/// of the same executable graph, and before all later work of the stream. Only the graph's own
/// edges order its nodes (CUDA Programming Guide, "CUDA graphs"; cudaGraphLaunch).
void launch(call& c, CUstream_st& s, CUgraphExec_st& e);

/// cudaGraphExecUpdate: takes the nodes' parameters of `g`. False when it has another shape; `info`
/// says where.
[[nodiscard]] bool update(CUgraphExec_st& e, const CUgraph_st& g,
                          cudaGraphExecUpdateResultInfo& info);

}  // namespace simcuda
