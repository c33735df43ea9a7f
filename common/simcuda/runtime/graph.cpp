#include "common/simcuda/runtime/graph.hpp"

#include <algorithm>

namespace simcuda {

bool graph_node::follows(const CUgraphNode_st* other) const {
    return std::find(after.begin(), after.end(), other) != after.end();
}

CUgraph_st* graph_store::create() {
    return adopt(std::make_shared<CUgraph_st>());
}

CUgraph_st* graph_store::adopt(std::shared_ptr<CUgraph_st> g) {
    CUgraph_st* handle = g.get();
    know(g);
    graphs_.emplace(handle, std::move(g));
    return handle;
}

void graph_store::know(const std::shared_ptr<CUgraph_st>& g) {
    for (const auto& n : g->nodes) {
        nodes_.emplace(n.get(), g.get());
        if (const auto* child = std::get_if<graph_call>(&n->what)) {
            children_.emplace(child->graph.get(), g.get());
            know(child->graph);
        }
    }
}

void graph_store::forget(CUgraph_st& g) {
    for (const auto& n : g.nodes) {
        nodes_.erase(n.get());
        if (const auto* child = std::get_if<graph_call>(&n->what)) {
            children_.erase(child->graph.get());
            forget(*child->graph);
        }
    }
}

void graph_store::destroy(CUgraph_st* g) {
    forget(*g);
    graphs_.erase(g);
}

CUgraph_st* graph_store::find(CUgraph_st* handle) const {
    return graphs_.contains(handle) || children_.contains(handle) ? handle : nullptr;
}

CUgraphNode_st* graph_store::find_node(CUgraphNode_st* handle) const {
    return nodes_.contains(handle) ? handle : nullptr;
}

CUgraphNode_st* graph_store::add(CUgraph_st& g, node_work what, const node_list& after,
                                 node_origin origin) {
    auto made = std::make_unique<CUgraphNode_st>();
    made->id = ++newest_id_;
    made->owner = &g;
    made->what = std::move(what);
    made->after = after;
    made->origin = origin;
    CUgraphNode_st* result = made.get();
    g.nodes.push_back(std::move(made));
    nodes_.emplace(result, &g);
    if (const auto* child = std::get_if<graph_call>(&result->what)) {
        children_.emplace(child->graph.get(), &g);
        know(child->graph);
    }
    return result;
}

void graph_store::remove(CUgraphNode_st& n) {
    if (const auto* child = std::get_if<graph_call>(&n.what)) {
        children_.erase(child->graph.get());
        forget(*child->graph);
    }
    nodes_.erase(&n);
    auto& nodes = n.owner->nodes;
    for (const auto& other : nodes)
        std::erase(other->after, &n);
    std::erase_if(nodes, [&](const auto& each) { return each.get() == &n; });
}

std::shared_ptr<CUgraph_st> graph_store::copy(const CUgraph_st& g) {
    auto result = std::make_shared<CUgraph_st>();
    std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> copies;
    for (const auto& n : g.nodes) {
        auto made = std::make_unique<CUgraphNode_st>(*n);
        made->id = ++newest_id_;
        made->copy_of = n->id;
        made->owner = result.get();
        if (auto* child = std::get_if<graph_call>(&made->what))
            child->graph = copy(*child->graph);
        copies.emplace(n.get(), made.get());
        result->nodes.push_back(std::move(made));
    }
    for (const auto& n : result->nodes) {
        for (CUgraphNode_st*& before : n->after)
            before = copies.at(before);
    }
    return result;
}

node_list followers_of(const CUgraphNode_st& n) {
    node_list result;
    for (const auto& other : n.owner->nodes) {
        if (other->follows(&n))
            result.push_back(other.get());
    }
    return result;
}

CUgraphNode_st* find_copy(const CUgraph_st& g, std::uint64_t id) {
    for (const auto& n : g.nodes) {
        if (n->copy_of == id)
            return n.get();
        if (const auto* child = std::get_if<graph_call>(&n->what)) {
            if (CUgraphNode_st* inside = find_copy(*child->graph, id))
                return inside;
        }
    }
    return nullptr;
}

}  // namespace simcuda
