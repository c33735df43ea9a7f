#include "common/simcuda/runtime/host_functions.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "common/simcuda/runtime/access_cost.hpp"
#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

struct job {
    point_ptr place;
    site where;
    vector_clock known;
    std::function<void()> f;
};

thread_local bool inside = false;
thread_local job* running = nullptr;

std::atomic<bool> made{false};

/// One thread, one function after another. It takes turns with the program's threads, at the time
/// of the call that issued the function.
class worker {
public:
    static worker& instance(device& dev) {
        static auto* w = new worker(dev);  // its thread lives as long as the process
        made = true;
        return *w;
    }
    [[nodiscard]] static bool exists() { return made; }

    const job* start(job j) {
        const own_business mine;
        const std::lock_guard lock(mutex_);
        unfinished_.push_back(std::make_unique<job>(std::move(j)));
        threads_.wake_all(&unfinished_, threads_.mine().now);
        return unfinished_.back().get();
    }

    /// Until it has ended, or the one that runs waits for something or takes too long.
    void wait_with_patience(const job* wanted) {
        while (any_unfinished([&](const job& j) { return &j == wanted; }) &&
               !threads_.is_stuck(self_)) {
            threads_.block(threads_.mine(), &something_changed_);
        }
    }

    /// Until none is left that `order` knows.
    void wait_for(const vector_clock& order) {
        while (any_unfinished([&](const job& j) { return order.knows(j.place->last); }))
            threads_.block(threads_.mine(), &something_changed_);
    }

private:
    explicit worker(device& dev)
        : device_(dev), threads_(dev.threads()), self_(threads_.add(threads_.mine().now)) {
        self_.tell_when_stuck = &something_changed_;
        const own_business mine;
        std::thread([this] { run(); }).detach();
    }

    void run() {
        inside = true;
        threads_.begin(self_);
        for (;;) {
            job* next = first();
            if (next == nullptr) {
                threads_.block(self_, &unfinished_);
                continue;
            }
            carry_out(*next);
            remove_first();
            threads_.wake_all(&something_changed_, nanoseconds{0});
        }
    }

    [[nodiscard]] job* first() {
        const own_business mine;
        const std::lock_guard lock(mutex_);
        return unfinished_.empty() ? nullptr : unfinished_.front().get();
    }
    void remove_first() {
        const own_business mine;
        const std::lock_guard lock(mutex_);
        unfinished_.pop_front();
    }
    template <class Predicate>
    [[nodiscard]] bool any_unfinished(Predicate is_meant) {
        const own_business mine;
        const std::lock_guard lock(mutex_);
        return std::any_of(unfinished_.begin(), unfinished_.end(),
                           [&](const auto& j) { return is_meant(*j); });
    }

    void carry_out(job& j) {
        accessor memory(device_, accessor_kind::host_function, device_.memory(), device_.defects());
        memory.begin(j.place->last, j.where, &j.known);
        running = &j;
        {
            const current_accessor_scope scope(memory);
            j.f();
        }
        const device_lock lock(device_);
        host_function_works(device_, host_access_time(memory.close(), device_.profile()));
        running = nullptr;
    }

    device& device_;
    turns& threads_;
    host_thread& self_;
    std::mutex mutex_;
    std::deque<std::unique_ptr<job>> unfinished_;  // the first one runs
    const char something_changed_ = 0;             // its address is what waiting threads name
};

}  // namespace

bool in_host_function() {
    return inside;
}

void tell_call_in_host_function(call& c) {
    if (running == nullptr)
        return;
    const site& function = running->where;
    const std::string name = c.name();
    c.on().defects().add("call-in-host-function",
                         {{"later", name == "launch" ? message("word.launch") : name},
                          {"earlier_stream", defect_log::stream_name(function.stream)}},
                         {function->pc, c.pc()});
}

point_ptr running_host_function() {
    return running == nullptr ? nullptr : running->place;
}

void host_function_works(device& dev, nanoseconds duration) {
    if (running != nullptr)
        dev.order().host_function_works(running->place, duration);
}

void charge_host_function(device& dev) {
    host_function_works(dev, host_access_time(current_accessor().settle(), dev.profile()));
}

void host_function_learns(device& dev) {
    if (running != nullptr)
        running->known.join(dev.order().host_order());
}

void run_host_function(device& dev, const point_ptr& p, site where, std::function<void()> f) {
    worker& w = worker::instance(dev);
    const job* mine = w.start({p, where, p->order, std::move(f)});
    const device_unlock unlocked(dev);
    w.wait_with_patience(mine);
}

void enqueue_host_function(call& c, CUstream_st& s, std::function<void()> f) {
    timeline::operation facts;
    facts.name = "host function";
    site at;
    const point_ptr p = c.issue(
        s, timeline::op_kind::host_function, std::move(facts), [&](const ticket&, site where) {
            at = where;
            return work{engine::host_functions, c.on().profile().call_cost("host_function"), 1.0};
        });
    run_host_function(c.on(), p, at, std::move(f));
}

void finish_host_functions(device& dev) {
    if (!worker::exists())
        return;
    const vector_clock order = dev.order().host_order();
    const device_unlock unlocked(dev);
    worker::instance(dev).wait_for(order);
}

}  // namespace simcuda
