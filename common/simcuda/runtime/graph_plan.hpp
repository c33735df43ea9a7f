#pragma once

#include <optional>
#include <vector>

#include "common/simcuda/runtime/graph.hpp"

namespace simcuda {

/// One node of a graph in the order of its launch, children taken apart.
struct graph_step {
    CUgraphNode_st* node = nullptr;
    std::vector<std::size_t> after;  ///< steps that it follows, all of them earlier ones
    std::size_t lane = 0;
};

struct graph_plan {
    std::vector<graph_step> steps;
    std::size_t lanes = 0;
};

/// An order that respects the edges, and lanes: of two steps in the same lane, the edges order one
/// before the other. So a lane can be carried out as a stream, and whatever has no path between it
/// is in different lanes, with nothing to order it. None when the edges form a circle.
[[nodiscard]] std::optional<graph_plan> plan_of(const CUgraph_st& g);

}  // namespace simcuda
