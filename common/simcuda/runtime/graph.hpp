#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "common/simcuda/runtime/copy_shape.hpp"
#include "common/timeline/operation.hpp"

namespace simcuda {

// What a node does. Everything is a value: a graph outlives the calls that described it, and the
// arguments of a kernel are those of that moment.

struct kernel_call {
    std::string name;
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    void (*thread)(const void*) = nullptr;
    std::vector<std::byte> arguments;
};
struct copy_call {
    void* to = nullptr;
    const void* from = nullptr;
    copy_shape shape;
    cudaMemcpyKind kind = cudaMemcpyDefault;
};
struct fill_call {
    void* to = nullptr;
    fill_pattern pattern;
    copy_shape shape;
};
struct host_call {
    cudaHostFn_t fn = nullptr;
    void* user_data = nullptr;
};
struct graph_call {
    std::shared_ptr<CUgraph_st> graph;
};
struct no_call {};
struct wait_call {
    CUevent_st* event = nullptr;
};
struct record_call {
    CUevent_st* event = nullptr;
};

/// In the order of cudaGraphNodeType.
using node_work = std::variant<kernel_call, copy_call, fill_call, host_call, graph_call, no_call,
                               wait_call, record_call>;

/// The call of the program that made a node, for reports and drawings.
struct node_origin {
    const char* call = "";
    const void* pc = nullptr;
    std::optional<timeline::stream_id> captured_in;  ///< none: added by a graph function
};

enum class node_state : std::uint8_t { enabled, disabled };

struct graph_node {
    std::uint64_t id = 0;       ///< never used again, other than the node's address
    std::uint64_t copy_of = 0;  ///< the node that this one was copied from; 0: none
    CUgraph_st* owner = nullptr;
    node_work what;
    node_origin origin;
    std::vector<CUgraphNode_st*> after;  ///< no duplicates
    node_state state = node_state::enabled;

    [[nodiscard]] cudaGraphNodeType type() const {
        return static_cast<cudaGraphNodeType>(what.index());
    }
    [[nodiscard]] bool follows(const CUgraphNode_st* other) const;
};

struct graph {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  ///< in the order they were added
};

}  // namespace simcuda

// CUDA's handles point to these.
struct CUgraphNode_st : simcuda::graph_node {};
struct CUgraph_st : simcuda::graph {};

namespace simcuda {

using node_list = std::vector<CUgraphNode_st*>;

/// Owns the program's graphs. `find_*` return null for a handle that does not exist (any more).
class graph_store {
public:
    CUgraph_st* create();
    void destroy(CUgraph_st* g);
    [[nodiscard]] CUgraph_st* find(CUgraph_st* handle) const;
    [[nodiscard]] CUgraphNode_st* find_node(CUgraphNode_st* handle) const;

    /// A node of `g` after all of `after`, which are its nodes and none twice. The graph of a child
    /// node becomes the store's.
    CUgraphNode_st* add(CUgraph_st& g, node_work what, const node_list& after, node_origin origin);
    void remove(CUgraphNode_st& n);

    /// A copy that belongs to the caller, children included; `adopt` makes it the program's.
    [[nodiscard]] std::shared_ptr<CUgraph_st> copy(const CUgraph_st& g);
    CUgraph_st* adopt(std::shared_ptr<CUgraph_st> g);

private:
    void know(const std::shared_ptr<CUgraph_st>& g);
    void forget(CUgraph_st& g);

    std::uint64_t newest_id_ = 0;
    std::map<CUgraph_st*, std::shared_ptr<CUgraph_st>> graphs_;
    std::map<CUgraph_st*, CUgraph_st*> children_;  // graphs of child nodes
    std::unordered_map<CUgraphNode_st*, CUgraph_st*> nodes_;
};

/// The nodes that follow `n` directly.
[[nodiscard]] node_list followers_of(const CUgraphNode_st& n);
/// The node of `g`, or of a child of it, that was copied from the node `id`; null if none.
[[nodiscard]] CUgraphNode_st* find_copy(const CUgraph_st& g, std::uint64_t id);

}  // namespace simcuda
