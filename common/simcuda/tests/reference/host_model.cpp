#include "common/simcuda/tests/reference/host_model.hpp"

#include <algorithm>

namespace simcuda::reference {

void host_model::run(const std::function<void(int host)>& body) {
    host_stacks stacks(static_cast<int>(threads_.size()), [&](int host) {
        body(host);
        mine().takes_part = false;
    });
    stacks_ = &stacks;
    threads_.front().takes_part = true;
    stacks.run([&] { return next(); });
    stacks_ = nullptr;
}

void host_model::begin_others() {
    const nanoseconds now = mine().now;
    for (host_thread& t : threads_) {
        if (&t == &mine())
            continue;
        t.now = now;
        t.takes_part = true;
    }
}

int host_model::next() {
    current_ = -1;
    for (int i = 0; i < static_cast<int>(threads_.size()); ++i) {
        const host_thread& t = threads_[static_cast<std::size_t>(i)];
        if (t.takes_part && (current_ < 0 || time_of(t) < time_of(mine())))
            current_ = i;
    }
    return current_;
}

nanoseconds host_model::time_of(const host_thread& t) {
    nanoseconds last = t.now;
    for (const int o : t.waits_for)
        last = std::max(last, issues_.end_of(o));
    return last > t.now ? last + t.wakes_after : t.now;
}

void host_model::call(const char* name) {
    const auto it = m_.calls.find(name);
    mine().cost = it != m_.calls.end() ? it->second : m_.calls.find("default")->second;
    mine().now += mine().cost;
    take_turn();
}

bool host_model::all_are_over(const std::vector<int>& operations) {
    return std::all_of(operations.begin(), operations.end(),
                       [&](int o) { return issues_.end_of(o) <= mine().now; });
}

void host_model::wait(const std::vector<int>& operations, nanoseconds wakes_after) {
    mine().waits_for = operations;
    mine().wakes_after = wakes_after;
    take_turn();
    mine().now = time_of(mine());
    mine().waits_for.clear();
}

void host_model::wait_for_room(int stream) {
    for (;;) {
        std::vector<int> open;
        for (const int o : issues_.all_of(stream)) {
            const issue_model::operation& what = issues_.at(o);
            if (what.stream == stream && !what.marker && issues_.end_of(o) > mine().now)
                open.push_back(o);
        }
        if (open.size() <= m_.queue_depth)
            return;
        wait({open.front()}, nanoseconds{0});  // a stream's work ends in order
    }
}

}  // namespace simcuda::reference
