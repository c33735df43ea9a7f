#include "common/simcuda/runtime/graph_plan.hpp"

#include <map>
#include <random>
#include <set>

#include "checker/tests/catch.hpp"

using namespace simcuda;

namespace {

using pair_set = std::set<std::pair<const CUgraphNode_st*, const CUgraphNode_st*>>;

/// A graph of `count` nodes whose edges lead from earlier to later ones; some nodes are children.
CUgraph_st* random_graph(graph_store& graphs, std::mt19937& random, int count, int depth) {
    CUgraph_st* g = graphs.create();
    node_list made;
    for (int i = 0; i < count; ++i) {
        node_list after;
        for (CUgraphNode_st* n : made) {
            if (random() % 4 == 0)
                after.push_back(n);
        }
        node_work what = no_call{};
        if (depth > 0 && random() % 4 == 0) {
            const auto inside = static_cast<int>(random() % 4);
            what = graph_call{graphs.copy(*random_graph(graphs, random, inside, depth - 1))};
        }
        made.push_back(graphs.add(*g, std::move(what), after, {}));
    }
    return g;
}

/// The nodes that carry something out, children's included.
void leaves_of(const CUgraph_st& g, std::set<const CUgraphNode_st*>& out) {
    for (const auto& n : g.nodes) {
        if (const auto* child = std::get_if<graph_call>(&n->what)) {
            leaves_of(*child->graph, out);
        } else {
            out.insert(n.get());
        }
    }
}

std::set<const CUgraphNode_st*> leaves_of(const CUgraphNode_st& n) {
    std::set<const CUgraphNode_st*> out;
    if (const auto* child = std::get_if<graph_call>(&n.what)) {
        leaves_of(*child->graph, out);
    } else {
        out.insert(&n);
    }
    return out;
}

/// Every pair that the graph orders, by its definition: all of a node before all of what follows
/// it, directly or not.
void ordered_by(const CUgraph_st& g, pair_set& out) {
    for (const auto& later : g.nodes) {
        std::set<const CUgraphNode_st*> before;
        node_list open{later.get()};
        while (!open.empty()) {
            const CUgraphNode_st* n = open.back();
            open.pop_back();
            for (CUgraphNode_st* b : n->after) {
                if (before.insert(b).second)
                    open.push_back(b);
            }
        }
        for (const CUgraphNode_st* earlier : before) {
            for (const CUgraphNode_st* a : leaves_of(*earlier)) {
                for (const CUgraphNode_st* b : leaves_of(*later))
                    out.emplace(a, b);
            }
        }
        if (const auto* child = std::get_if<graph_call>(&later->what))
            ordered_by(*child->graph, out);
    }
}

/// Every pair that carrying out the plan orders: steps of a lane one after another, and `after`.
pair_set ordered_by(const graph_plan& plan) {
    std::vector<std::set<std::size_t>> known(plan.steps.size());
    std::map<std::size_t, std::size_t> newest;
    pair_set out;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const graph_step& step = plan.steps[i];
        std::vector<std::size_t> before = step.after;
        if (newest.contains(step.lane))
            before.push_back(newest.at(step.lane));
        for (const std::size_t b : before) {
            REQUIRE(b < i);
            known[i].insert(b);
            known[i].insert(known[b].begin(), known[b].end());
        }
        newest[step.lane] = i;
        for (const std::size_t b : known[i])
            out.emplace(plan.steps[b].node, step.node);
    }
    return out;
}

}  // namespace

TEST_CASE("a plan orders exactly what the graph's edges order", "[graph_plan]") {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        graph_store graphs;
        const CUgraph_st* g = random_graph(graphs, random, static_cast<int>(random() % 12), 2);
        const auto plan = plan_of(*g);
        REQUIRE(plan);
        std::set<const CUgraphNode_st*> wanted, found;
        leaves_of(*g, wanted);
        for (const graph_step& step : plan->steps) {
            found.insert(step.node);
            CHECK(step.lane < plan->lanes);
        }
        CHECK(found == wanted);
        CHECK(plan->steps.size() == wanted.size());
        pair_set by_edges;
        ordered_by(*g, by_edges);
        CHECK(ordered_by(*plan) == by_edges);
    }
}

TEST_CASE("a chain needs one lane, a ladder two, however long", "[graph_plan]") {
    graph_store graphs;
    CUgraph_st* g = graphs.create();
    CUgraphNode_st* end = graphs.add(*g, no_call{}, {}, {});
    for (int i = 0; i < 50; ++i)
        end = graphs.add(*g, no_call{}, {end}, {});
    CHECK(plan_of(*g)->lanes == 1);
    for (int i = 0; i < 50; ++i) {
        CUgraphNode_st* left = graphs.add(*g, no_call{}, {end}, {});
        CUgraphNode_st* right = graphs.add(*g, no_call{}, {end}, {});
        end = graphs.add(*g, no_call{}, {left, right}, {});
    }
    CHECK(plan_of(*g)->lanes == 2);
}

TEST_CASE("nodes that form a circle have no plan, a child's neither", "[graph_plan]") {
    graph_store graphs;
    CUgraph_st* g = graphs.create();
    CUgraphNode_st* a = graphs.add(*g, no_call{}, {}, {});
    CUgraphNode_st* b = graphs.add(*g, no_call{}, {a}, {});
    a->after.push_back(b);
    CHECK_FALSE(plan_of(*g));
    CUgraph_st* whole = graphs.create();
    graphs.add(*whole, graph_call{graphs.copy(*g)}, {}, {});
    CHECK_FALSE(plan_of(*whole));
}

TEST_CASE("a copy has its own nodes and knows whose they were", "[graph_plan]") {
    graph_store graphs;
    std::mt19937 random(7);
    const CUgraph_st* g = random_graph(graphs, random, 10, 2);
    const auto copy = graphs.copy(*g);
    CHECK(plan_of(*copy)->steps.size() == plan_of(*g)->steps.size());
    for (const auto& n : g->nodes) {
        const CUgraphNode_st* twin = find_copy(*copy, n->id);
        REQUIRE(twin != nullptr);
        CHECK(twin->owner == copy.get());
        CHECK(twin->after.size() == n->after.size());
        for (const CUgraphNode_st* before : twin->after)
            CHECK(before->owner == copy.get());
        CHECK(graphs.find_node(n.get()) == n.get());
    }
}

TEST_CASE("handles of what is gone are not found", "[graph_plan]") {
    graph_store graphs;
    CUgraph_st* g = graphs.create();
    CUgraphNode_st* a = graphs.add(*g, no_call{}, {}, {});
    CUgraphNode_st* b = graphs.add(*g, no_call{}, {a}, {});
    graphs.remove(*a);
    CHECK(graphs.find_node(a) == nullptr);
    CHECK(b->after.empty());
    CUgraph_st* whole = graphs.create();
    CUgraphNode_st* child = graphs.add(*whole, graph_call{graphs.copy(*g)}, {}, {});
    CUgraph_st* inside = std::get<graph_call>(child->what).graph.get();
    CHECK(graphs.find(inside) == inside);
    graphs.destroy(whole);
    CHECK(graphs.find(inside) == nullptr);
    CHECK(graphs.find(whole) == nullptr);
    CHECK(graphs.find(g) == g);
}
