#include "common/simcuda/runtime/graph_exec.hpp"

#include "common/simcuda/runtime/copies.hpp"
#include "common/simcuda/runtime/host_functions.hpp"
#include "common/simcuda/runtime/kernel.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

/// Carries out one node in its lane, through what carries out the same call in a stream.
class node_launch {
public:
    node_launch(call& c, CUstream_st& lane) : c_(c), lane_(lane) {}

    void operator()(const kernel_call& k) { launch(c_, lane_, k); }
    void operator()(const copy_call& k) {
        if (copy(c_, k.to, k.from, k.shape, k.kind, &lane_, copy_style::node) != cudaSuccess) {
            tell_if_freed(k.from, "word.reads");
            tell_if_freed(k.to, "word.writes");
        }
    }
    void operator()(const fill_call& k) {
        if (fill(c_, k.to, k.pattern, k.shape, &lane_, copy_style::node) != cudaSuccess)
            tell_if_freed(k.to, "word.writes");
    }
    void operator()(const host_call& k) {
        if (!c_.on().has_stopped())
            enqueue_host_function(c_, lane_, [k] { k.fn(k.user_data); });
    }
    void operator()(const graph_call&) {}  // its nodes are steps of their own
    void operator()(const no_call&) {}
    void operator()(const wait_call& k) {
        scheduler& order = c_.on().order();
        if (const CUevent_st* e = order.find_event(k.event))
            c_.issue_marker(lane_, timeline::op_kind::event_wait, e->id, e->captured);
    }
    void operator()(const record_call& k) {
        scheduler& order = c_.on().order();
        if (CUevent_st* e = order.find_event(k.event))
            order.record(*e, c_.issue_marker(lane_, timeline::op_kind::event_record, e->id));
    }

private:
    /// The node's arguments were right when it was made; since then a block may have gone.
    void tell_if_freed(const void* p, const char* verb) {
        defect_log& defects = c_.on().defects();
        const allocation* block = c_.on().memory().find(reinterpret_cast<address>(p));
        if (block == nullptr || block->live || block->birth)
            return;  // the last has been told with the copy's own checks
        defects.add("use-after-free",
                    {{"later", defect_log::call_name(c_.name(), lane_.id)},
                     {"later_verb", message(verb)},
                     {"memory", defect_log::describe(*block)}},
                    {block->freed_at, c_.pc()});
    }

    call& c_;
    CUstream_st& lane_;
};

}  // namespace

graph_execs::pointer graph_execs::create(std::shared_ptr<CUgraph_st> copy, graph_plan plan,
                                         scheduler& order) {
    auto made = std::make_shared<CUgraphExec_st>();
    made->id = ++newest_id_;
    made->copy = std::move(copy);
    made->plan = std::move(plan);
    for (std::size_t i = 0; i < made->plan.lanes; ++i)
        made->lanes.push_back(order.create_lane(made->id));
    all_.emplace(made.get(), made);
    return made;
}

void graph_execs::destroy(CUgraphExec_st* e, scheduler& order) {
    for (CUstream_st* lane : e->lanes)
        order.destroy_lane(lane);
    all_.erase(e);
}

graph_execs::pointer graph_execs::find(CUgraphExec_st* handle) const {
    const auto it = all_.find(handle);
    return it == all_.end() ? nullptr : it->second;
}

namespace {

constexpr unsigned long long known_flags =
    cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;

}  // namespace

cudaError_t instantiate(call& c, cudaGraphExec_t* out, cudaGraph_t graph,
                        unsigned long long flags) {
    if (out == nullptr)
        return cudaErrorInvalidValue;
    *out = nullptr;
    device& dev = c.on();
    const CUgraph_st* g = dev.graphs().find(graph);
    if (g == nullptr)
        return cudaErrorInvalidValue;
    if ((flags & ~known_flags) != 0)
        return cudaErrorNotSupported;
    auto copy = dev.graphs().copy(*g);
    auto plan = plan_of(*copy);
    if (!plan)
        return cudaErrorInvalidValue;  // a circle
    c.host_works(dev.profile().call_cost("graph_node_made") * static_cast<int>(plan->steps.size()));
    const auto made = dev.executables().create(std::move(copy), std::move(*plan), dev.order());
    made->flags = flags;
    *out = made.get();
    return cudaSuccess;
}

void launch(call& c, CUstream_st& s, CUgraphExec_st& e) {
    scheduler& order = c.on().order();
    const std::vector<graph_step>& steps = e.plan.steps;
    c.host_works(c.on().profile().call_cost("graph_node") * static_cast<int>(steps.size()));
    s.joins.push_back(e.newest);
    const point_ptr start = order.mark(s);
    site launched = c.on().sites().intern({timeline::op_kind::api_call, c.name(), c.pc()}, s.id);
    for (CUstream_st* lane : e.lanes) {
        lane->launch = launched;
        lane->id = s.id;
        lane->priority = s.priority;
        lane->joins = {start};
    }
    std::vector<point_ptr> reached(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const graph_step& step = steps[i];
        const CUgraphNode_st& n = *step.node;
        CUstream_st& lane = *e.lanes[step.lane];
        for (const std::size_t before : step.after) {
            if (steps[before].lane != step.lane)
                lane.joins.push_back(reached[before]);
        }
        const call::stand_in as_its_call(c, n.origin.call, n.origin.pc, n.origin.captured_in);
        if (n.state == node_state::enabled)
            std::visit(node_launch(c, lane), n.what);
        if (!lane.joins.empty())
            order.mark(lane);  // it did nothing, but what follows it comes after what it follows
        reached[i] = lane.tail;
    }
    for (const CUstream_st* lane : e.lanes)
        s.joins.push_back(lane->tail);
    e.newest = order.mark(s);
    s.outstanding.push_back(e.newest->time);
}

namespace {

/// The place of a node in its graph.
std::size_t index_of(const CUgraphNode_st* n) {
    std::size_t i = 0;
    while (n->owner->nodes[i].get() != n)
        ++i;
    return i;
}

/// The same edges, node by node?
bool same_edges(const CUgraphNode_st& a, const CUgraphNode_st& b) {
    if (a.after.size() != b.after.size())
        return false;
    for (std::size_t i = 0; i < a.after.size(); ++i) {
        if (index_of(a.after[i]) != index_of(b.after[i]))
            return false;
    }
    return true;
}

bool has_same_shape(const CUgraph_st& mine, const CUgraph_st& theirs,
                    cudaGraphExecUpdateResultInfo& info) {
    if (mine.nodes.size() != theirs.nodes.size()) {
        info = {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
        return false;
    }
    for (std::size_t i = 0; i < mine.nodes.size(); ++i) {
        const CUgraphNode_st& to = *mine.nodes[i];
        CUgraphNode_st& from = *theirs.nodes[i];
        if (to.type() != from.type()) {
            info = {cudaGraphExecUpdateErrorNodeTypeChanged, &from, nullptr};
            return false;
        }
        if (!same_edges(to, from)) {
            info = {cudaGraphExecUpdateErrorTopologyChanged, &from, nullptr};
            return false;
        }
        const auto* child = std::get_if<graph_call>(&to.what);
        if (child != nullptr &&
            !has_same_shape(*child->graph, *std::get<graph_call>(from.what).graph, info)) {
            return false;
        }
    }
    return true;
}

void take_parameters(CUgraph_st& mine, const CUgraph_st& theirs) {
    for (std::size_t i = 0; i < mine.nodes.size(); ++i) {
        CUgraphNode_st& to = *mine.nodes[i];
        const CUgraphNode_st& from = *theirs.nodes[i];
        to.origin = from.origin;
        if (const auto* child = std::get_if<graph_call>(&to.what)) {
            take_parameters(*child->graph, *std::get<graph_call>(from.what).graph);
        } else {
            to.what = from.what;
        }
    }
}

}  // namespace

bool update(CUgraphExec_st& e, const CUgraph_st& g, cudaGraphExecUpdateResultInfo& info) {
    if (!has_same_shape(*e.copy, g, info))
        return false;
    take_parameters(*e.copy, g);
    info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    return true;
}

}  // namespace simcuda
