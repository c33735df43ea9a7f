// Graphs and their shape.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <fstream>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/graph_arguments.hpp"

using namespace simcuda;

namespace {

struct edge {
    CUgraphNode_st *from, *to;
};

std::vector<edge> edges_of(const CUgraph_st& g) {
    std::vector<edge> result;
    for (const auto& n : g.nodes) {
        for (CUgraphNode_st* before : n->after)
            result.push_back({before, n.get()});
    }
    return result;
}

/// How CUDA hands out lists: without `out` only their length; otherwise as many as fit, the rest
/// null, and how many there were of them.
cudaError_t hand_out(const node_list& list, cudaGraphNode_t* out, std::size_t* count) {
    if (count == nullptr)
        return cudaErrorInvalidValue;
    if (out == nullptr) {
        *count = list.size();
        return cudaSuccess;
    }
    for (std::size_t i = 0; i < *count; ++i)
        out[i] = i < list.size() ? list[i] : nullptr;
    *count = std::min(*count, list.size());
    return cudaSuccess;
}

void clear(cudaGraphEdgeData* edges, const std::size_t* count) {
    for (std::size_t i = 0; edges != nullptr && count != nullptr && i < *count; ++i)
        edges[i] = {};
}

/// Whole lists of pairs, or nothing is changed.
template <class Change>
cudaError_t change_edges(call& c, cudaGraph_t graph, const cudaGraphNode_t* from,
                         const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                         std::size_t count, bool (*is_wrong)(const edge&), Change change) {
    const CUgraph_st* g = c.on().graphs().find(graph);
    if (g == nullptr || (count > 0 && (from == nullptr || to == nullptr)))
        return cudaErrorInvalidValue;
    if (const cudaError_t wrong = check_edges(data, count))
        return wrong;
    std::vector<edge> edges;
    for (std::size_t i = 0; i < count; ++i) {
        const edge e{c.on().graphs().find_node(from[i]), c.on().graphs().find_node(to[i])};
        if (e.from == nullptr || e.to == nullptr || e.from->owner != g || e.to->owner != g ||
            is_wrong(e)) {
            return cudaErrorInvalidValue;
        }
        edges.push_back(e);
    }
    for (const edge& e : edges)
        change(e);
    return cudaSuccess;
}

const char* kind_of(const CUgraphNode_st& n) {
    constexpr const char* kinds[] = {"kernel", "memcpy", "memset",     "host",
                                     "graph",  "empty",  "event wait", "event record"};
    return kinds[n.what.index()];
}

void write_dot(std::ostream& out, const CUgraph_st& g) {
    out << "digraph dot {\n";
    for (const auto& n : g.nodes) {
        const auto* k = std::get_if<kernel_call>(&n->what);
        out << "  node_" << n->id << " [label=\"" << kind_of(*n)
            << (k != nullptr ? "\\n" + k->name : std::string()) << "\"];\n";
    }
    for (const edge& e : edges_of(g))
        out << "  node_" << e.from->id << " -> node_" << e.to->id << ";\n";
    out << "}\n";
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* out, unsigned flags) {
    return api("cudaGraphCreate", __builtin_return_address(0), [&](call& c) {
        if (out == nullptr || flags != 0)
            return cudaErrorInvalidValue;
        *out = c.on().graphs().create();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return api("cudaGraphDestroy", __builtin_return_address(0), [&](call& c) {
        CUgraph_st* g = c.on().graphs().find(graph);
        if (g == nullptr)
            return cudaErrorInvalidValue;
        c.on().graphs().destroy(g);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t original) {
    return api("cudaGraphClone", __builtin_return_address(0), [&](call& c) {
        graph_store& graphs = c.on().graphs();
        const CUgraph_st* g = graphs.find(original);
        if (out == nullptr || g == nullptr)
            return cudaErrorInvalidValue;
        *out = graphs.adopt(graphs.copy(*g));
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return api("cudaGraphNodeFindInClone", __builtin_return_address(0), [&](call& c) {
        const CUgraphNode_st* n = c.on().graphs().find_node(original);
        const CUgraph_st* g = c.on().graphs().find(clone);
        if (out == nullptr || n == nullptr || g == nullptr)
            return cudaErrorInvalidValue;
        *out = find_copy(*g, n->id);
        return *out == nullptr ? cudaErrorInvalidValue : cudaSuccess;
    });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
    return api("cudaGraphDebugDotPrint", __builtin_return_address(0), [&](call& c) {
        const CUgraph_st* g = c.on().graphs().find(graph);
        if (g == nullptr || path == nullptr)
            return cudaErrorInvalidValue;
        std::ofstream file(path);
        write_dot(file, *g);
        return file ? cudaSuccess : cudaErrorOperatingSystem;
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* out) {
    return api("cudaGraphNodeGetType", __builtin_return_address(0), [&](call& c) {
        const CUgraphNode_st* n = c.on().graphs().find_node(node);
        if (n == nullptr || out == nullptr)
            return cudaErrorInvalidValue;
        *out = n->type();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return api("cudaGraphGetNodes", __builtin_return_address(0), [&](call& c) {
        const CUgraph_st* g = c.on().graphs().find(graph);
        if (g == nullptr)
            return cudaErrorInvalidValue;
        node_list all;
        for (const auto& n : g->nodes)
            all.push_back(n.get());
        return hand_out(all, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return api("cudaGraphGetRootNodes", __builtin_return_address(0), [&](call& c) {
        const CUgraph_st* g = c.on().graphs().find(graph);
        if (g == nullptr)
            return cudaErrorInvalidValue;
        node_list roots;
        for (const auto& n : g->nodes) {
            if (n->after.empty())
                roots.push_back(n.get());
        }
        return hand_out(roots, nodes, count);
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
    return api("cudaGraphGetEdges", __builtin_return_address(0), [&](call& c) {
        const CUgraph_st* g = c.on().graphs().find(graph);
        if (g == nullptr || count == nullptr || (from == nullptr) != (to == nullptr))
            return cudaErrorInvalidValue;
        node_list starts, ends;
        for (const edge& e : edges_of(*g)) {
            starts.push_back(e.from);
            ends.push_back(e.to);
        }
        std::size_t room = *count;
        static_cast<void>(hand_out(starts, from, &room));
        clear(from == nullptr ? nullptr : data, &room);
        return hand_out(ends, to, count);
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         cudaGraphEdgeData* data, std::size_t* count) {
    return api("cudaGraphNodeGetDependencies", __builtin_return_address(0), [&](call& c) {
        const CUgraphNode_st* n = c.on().graphs().find_node(node);
        if (n == nullptr)
            return cudaErrorInvalidValue;
        const cudaError_t error = hand_out(n->after, dependencies, count);
        clear(dependencies == nullptr ? nullptr : data, count);
        return error;
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           cudaGraphEdgeData* data, std::size_t* count) {
    return api("cudaGraphNodeGetDependentNodes", __builtin_return_address(0), [&](call& c) {
        const CUgraphNode_st* n = c.on().graphs().find_node(node);
        if (n == nullptr)
            return cudaErrorInvalidValue;
        const cudaError_t error = hand_out(followers_of(*n), dependents, count);
        clear(dependents == nullptr ? nullptr : data, count);
        return error;
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     std::size_t count) {
    return api("cudaGraphAddDependencies", __builtin_return_address(0), [&](call& c) {
        return change_edges(
            c, graph, from, to, data, count,
            [](const edge& e) { return e.from == e.to || e.to->follows(e.from); },
            [](const edge& e) { e.to->after.push_back(e.from); });
    });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count) {
    return api("cudaGraphRemoveDependencies", __builtin_return_address(0), [&](call& c) {
        return change_edges(
            c, graph, from, to, data, count, [](const edge& e) { return !e.to->follows(e.from); },
            [](const edge& e) { std::erase(e.to->after, e.from); });
    });
}

}  // extern "C"
