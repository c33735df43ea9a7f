#include <random>
#include <set>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

using namespace simcuda;

namespace {

/// A random program and, beside it, the graph of its operations drawn by the written rules alone:
/// who reaches whom is then a plain search.
class random_program {
public:
    explicit random_program(unsigned seed)
        : random_(seed), profile_(load_profile("h200")), order_(profile_) {
        add_stream(&order_.legacy());
        for (int i = 0; i < 4; ++i)
            make_stream();
        for (int i = 0; i < 3; ++i)
            events_.push_back({order_.create_event(0), {}});
        host_ = new_node();
    }

    void step() {
        const std::size_t s = below(streams_.size());
        switch (below(12)) {
            case 0:
                return record(s, events_[below(events_.size())]);
            case 1:
            case 2:
                return wait(s, events_[below(events_.size())]);
            case 3:
                return synchronize_stream(s);
            case 4:
                return synchronize_event(events_[below(events_.size())]);
            case 5:
                return replace_stream(s);
            default:
                static_cast<void>(issue(s, nullptr, {}));
                return;
        }
    }

    /// Empty when order and graph agree.
    [[nodiscard]] std::string disagreement() {
        const std::set<std::size_t> before_host = ancestors(host_);
        for (const op& later : ops_) {
            const std::set<std::size_t> before = ancestors(later.node);
            for (const op& earlier : ops_) {
                if (earlier.node >= later.node)
                    break;
                const bool reaches = before.count(earlier.node) == 1;
                if (later.where->order.knows(earlier.where->last) != reaches) {
                    return "operation " + std::to_string(later.node) + " and " +
                           std::to_string(earlier.node);
                }
            }
            if (order_.host_order().knows(later.where->last) !=
                (before_host.count(later.node) == 1)) {
                return "the host and operation " + std::to_string(later.node);
            }
        }
        return {};
    }

    /// Everything starts after all that it is ordered after.
    [[nodiscard]] bool times_follow_order() {
        order_.drain();
        for (const op& later : ops_) {
            for (const std::size_t node : ancestors(later.node)) {
                for (const op& earlier : ops_) {
                    if (earlier.node == node &&
                        earlier.where->time->end > later.where->time->start) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

private:
    struct op {
        std::size_t node;
        point_ptr where;
    };
    struct stream_model {
        CUstream_st* handle;
        blocking mode;
        bool legacy;
        std::vector<std::size_t> issued;  // nodes
    };
    struct event_model {
        CUevent_st* handle;
        std::vector<std::size_t> captured;  // the record's node, if any
    };

    [[nodiscard]] std::size_t below(std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
    }
    std::size_t new_node() {
        parents_.emplace_back();
        return parents_.size() - 1;
    }
    void add_stream(CUstream_st* handle) {
        streams_.push_back({handle, handle->mode, handle == &order_.legacy(), {}});
    }
    void make_stream() {
        add_stream(order_.create_stream(below(2) == 0 ? blocking::with_legacy : blocking::never, 0,
                                        0, nullptr));
    }

    std::size_t issue(std::size_t s, const point_ptr& also_after,
                      const std::vector<std::size_t>& captured) {
        stream_model& stream = streams_[s];
        ticket t = order_.order(*stream.handle, also_after);
        const work cost = below(2) == 0 ? work{engine::compute, nanoseconds{3000}, 1.0} : work{};
        const point_ptr p = order_.submit(std::move(t), cost, 0, {});

        const std::size_t node = new_node();
        std::vector<std::size_t>& before = parents_[node];
        before.push_back(host_);  // the host had come this far
        if (!stream.issued.empty())
            before.push_back(stream.issued.back());
        before.insert(before.end(), captured.begin(), captured.end());
        for (const auto* group : {&streams_, &gone_}) {
            for (const stream_model& other : *group) {
                const bool barrier = (stream.legacy && other.mode == blocking::with_legacy) ||
                                     (other.legacy && stream.mode == blocking::with_legacy);
                if (barrier) {
                    before.insert(before.end(), other.issued.begin(), other.issued.end());
                }
            }
        }
        streams_[s].issued.push_back(node);
        ops_.push_back({node, p});
        return node;
    }
    void record(std::size_t s, event_model& e) {
        const std::size_t node = issue(s, nullptr, {});
        order_.record(*e.handle, ops_.back().where);
        e.captured = {node};
    }
    void wait(std::size_t s, event_model& e) {
        order_.note_wait(*streams_[s].handle, *e.handle);
        static_cast<void>(issue(s, e.handle->captured, e.captured));
    }
    void host_follows(const std::vector<std::size_t>& nodes) {
        const std::size_t next = new_node();
        parents_[next] = nodes;
        parents_[next].push_back(host_);
        host_ = next;
    }
    void synchronize_stream(std::size_t s) {
        std::vector<std::size_t> nodes = streams_[s].issued;
        if (streams_[s].legacy) {
            for (const auto* group : {&streams_, &gone_}) {
                for (const stream_model& other : *group) {
                    if (other.mode != blocking::with_legacy)
                        continue;
                    nodes.insert(nodes.end(), other.issued.begin(), other.issued.end());
                }
            }
        }
        for (const point_ptr& p : order_.all_of(*streams_[s].handle))
            order_.host_waits_for({p});
        host_follows(nodes);
    }
    void synchronize_event(const event_model& e) {
        order_.host_waits_for({e.handle->captured});
        host_follows(e.captured);
    }
    void replace_stream(std::size_t s) {
        if (streams_[s].legacy)
            return;
        order_.destroy_stream(streams_[s].handle);
        gone_.push_back(streams_[s]);
        streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(s));
        make_stream();
    }
    [[nodiscard]] std::set<std::size_t> ancestors(std::size_t node) const {
        std::set<std::size_t> seen;
        std::vector<std::size_t> open{node};
        while (!open.empty()) {
            const std::size_t next = open.back();
            open.pop_back();
            for (const std::size_t parent : parents_[next]) {
                if (seen.insert(parent).second)
                    open.push_back(parent);
            }
        }
        return seen;
    }

    std::mt19937 random_;
    machine_profile profile_;
    scheduler order_;
    std::vector<stream_model> streams_, gone_;
    std::vector<event_model> events_;
    std::vector<std::vector<std::size_t>> parents_;  // by node
    std::vector<op> ops_;
    std::size_t host_ = 0;
};

/// The shortest operation.
point_ptr kernel(scheduler& order, CUstream_st& s) {
    static const call_site here{timeline::op_kind::kernel, "k", nullptr};
    return order.submit(order.order(s), {engine::compute, nanoseconds{1000}, 1.0}, 0, {&here, 1});
}

}  // namespace

TEST_CASE("random programs are ordered by the written rules and no others", "[scheduler]") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        random_program program(seed);
        for (int step = 0; step < 90; ++step)
            program.step();
        INFO("seed " << seed);
        CHECK(program.disagreement() == "");
        CHECK(program.times_follow_order());
    }
}

TEST_CASE("blocking on work takes time and orders nothing", "[scheduler]") {
    const machine_profile profile = load_profile("h200");
    scheduler order(profile);
    CUstream_st* s = order.create_stream(blocking::never, 0, 0, nullptr);
    const point_ptr p = kernel(order, *s);
    order.host_blocks_on({p});
    CHECK(order.now() == p->time->end + profile.wake);
    CHECK_FALSE(order.host_order().knows(p->last));
    CHECK(order.pending().size() == 1);
    order.host_waits_for({p});
    CHECK(order.host_order().knows(p->last));
    CHECK(order.pending().empty());
}

TEST_CASE("what a thread gives the device first after a wait takes it longer", "[scheduler]") {
    machine_profile profile = load_profile("h200");
    profile.after_wait = nanoseconds{10'000};
    host_thread one{1}, another{2};
    scheduler order(profile);
    CUstream_st* s = order.create_stream(blocking::never, 0, 0, nullptr);
    const auto launch_takes = [&](host_thread& t) {
        order.enter(t);
        const nanoseconds before = order.now();
        kernel(order, *s);
        return order.now() - before;
    };
    const auto wait = [&](host_thread& t) {
        order.enter(t);
        order.host_waits_for(order.all_of(*s));
    };
    CHECK(launch_takes(one).count() == 0);
    wait(one);
    CHECK(launch_takes(another).count() == 0);  // it has not waited
    CHECK(launch_takes(one) == profile.after_wait);
    CHECK(launch_takes(one).count() == 0);  // once
    wait(one);
    CHECK(launch_takes(one) == profile.after_wait);

    // Each thread has its own wait, and a wait for nothing is none.
    wait(one);
    wait(another);
    CHECK(launch_takes(one) == profile.after_wait);
    CHECK(launch_takes(another) == profile.after_wait);
    wait(another);
    order.enter(one);
    order.host_catches_up(another.now);
    wait(one);
    CHECK(launch_takes(one).count() == 0);
}

TEST_CASE("a full launch queue makes the host wait", "[scheduler]") {
    machine_profile profile = load_profile("h200");
    profile.queue_depth = 4;
    scheduler order(profile);
    CUstream_st* s = order.create_stream(blocking::never, 0, 0, nullptr);
    std::vector<point_ptr> all;
    for (int i = 0; i < 5; ++i)
        all.push_back(kernel(order, *s));
    CHECK(order.now().count() == 0);
    all.push_back(kernel(order, *s));
    CHECK(order.now() == all[0]->time->end);
    CHECK_FALSE(order.host_order().knows(all[0]->last));  // it has merely happened
}

TEST_CASE("handles that do not exist are not found", "[scheduler]") {
    const machine_profile profile = load_profile("h200");
    scheduler order(profile);
    CUstream_st* s = order.create_stream(blocking::never, 0, 0, nullptr);
    CUevent_st* e = order.create_event(0);
    CHECK(order.find_stream(s) == s);
    CHECK(order.find_event(e) == e);
    CHECK(order.event_by_id(e->id) == e);
    CHECK(order.find_stream(nullptr) == &order.legacy());
    const std::uint64_t id = e->id;
    order.destroy_stream(s);
    order.destroy_event(e);
    CHECK(order.find_stream(s) == nullptr);
    CHECK(order.find_event(e) == nullptr);
    CHECK(order.event_by_id(id) == e);  // for reports
    CHECK(order.stream_count() == 0);
}
