#include "common/simcuda/runtime/graph_plan.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace simcuda {
namespace {

using numbers = std::vector<std::size_t>;

/// The graph's nodes by number, each after all that it follows; the earliest added first.
std::optional<numbers> sorted(const CUgraph_st& g) {
    std::unordered_map<const CUgraphNode_st*, std::size_t> number;
    for (std::size_t i = 0; i < g.nodes.size(); ++i)
        number.emplace(g.nodes[i].get(), i);
    std::vector<numbers> followers(g.nodes.size());
    numbers open(g.nodes.size());
    std::priority_queue<std::size_t, numbers, std::greater<>> ready;
    for (std::size_t i = 0; i < g.nodes.size(); ++i) {
        open[i] = g.nodes[i]->after.size();
        for (const CUgraphNode_st* before : g.nodes[i]->after)
            followers[number.at(before)].push_back(i);
        if (open[i] == 0)
            ready.push(i);
    }
    numbers order;
    while (!ready.empty()) {
        const std::size_t next = ready.top();
        ready.pop();
        order.push_back(next);
        for (const std::size_t f : followers[next]) {
            if (--open[f] == 0)
                ready.push(f);
        }
    }
    if (order.size() != g.nodes.size())
        return std::nullopt;
    return order;
}

void add_missing(numbers& to, const numbers& more) {
    for (const std::size_t n : more) {
        if (std::find(to.begin(), to.end(), n) == to.end())
            to.push_back(n);
    }
}

/// Appends the steps of `g`, whose first ones follow `entries`; `exits` are its last ones. False
/// for a circle.
bool append(const CUgraph_st& g, const numbers& entries, std::vector<graph_step>& steps,
            numbers& exits) {
    const auto order = sorted(g);
    if (!order)
        return false;
    std::unordered_map<const CUgraphNode_st*, numbers> ends;  // the steps that end a node
    std::unordered_map<const CUgraphNode_st*, bool> is_last;
    for (const std::size_t i : *order) {
        CUgraphNode_st* n = g.nodes[i].get();
        is_last[n] = true;
        numbers after;
        for (const CUgraphNode_st* before : n->after) {
            is_last[before] = false;
            add_missing(after, ends.at(before));
        }
        if (n->after.empty())
            after = entries;
        if (const auto* child = std::get_if<graph_call>(&n->what)) {
            if (!append(*child->graph, after, steps, ends[n]))
                return false;
        } else {
            ends[n] = {steps.size()};
            steps.push_back({n, std::move(after), 0});
        }
    }
    for (const std::size_t i : *order) {
        if (is_last.at(g.nodes[i].get()))
            add_missing(exits, ends.at(g.nodes[i].get()));
    }
    if (order->empty())
        exits = entries;
    return true;
}

/// For each step the steps before it, by the edges.
class ancestry {
public:
    explicit ancestry(const std::vector<graph_step>& steps)
        : words_((steps.size() + 63) / 64), known_(steps.size(), row(words_)) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            for (const std::size_t before : steps[i].after) {
                for (std::size_t w = 0; w < words_; ++w)
                    known_[i][w] |= known_[before][w];
                known_[i][before / 64] |= std::uint64_t{1} << before % 64;
            }
        }
    }
    [[nodiscard]] bool before(std::size_t earlier, std::size_t later) const {
        return (known_[later][earlier / 64] >> earlier % 64 & 1) != 0;
    }

private:
    using row = std::vector<std::uint64_t>;
    std::size_t words_;
    std::vector<row> known_;
};

std::size_t assign_lanes(std::vector<graph_step>& steps) {
    const ancestry known(steps);
    numbers newest;  // of each lane
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::optional<std::size_t> lane;
        for (const std::size_t before : steps[i].after) {  // go on with a neighbour where possible
            if (!lane && newest[steps[before].lane] == before)
                lane = steps[before].lane;
        }
        for (std::size_t l = 0; !lane && l < newest.size(); ++l) {
            if (known.before(newest[l], i))
                lane = l;
        }
        if (!lane) {
            lane = newest.size();
            newest.emplace_back();
        }
        steps[i].lane = *lane;
        newest[*lane] = i;
    }
    return newest.size();
}

}  // namespace

std::optional<graph_plan> plan_of(const CUgraph_st& g) {
    graph_plan plan;
    numbers exits;
    if (!append(g, {}, plan.steps, exits))
        return std::nullopt;
    plan.lanes = assign_lanes(plan.steps);
    return plan;
}

}  // namespace simcuda
