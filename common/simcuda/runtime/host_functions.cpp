#include "common/simcuda/runtime/host_functions.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {
namespace {

thread_local bool inside = false;

using std::chrono::milliseconds;

/// How long a function may wait for something before its caller goes on without it, and how much
/// it may compute. Whatever follows it in its stream is then carried out too early.
constexpr milliseconds longest_wait{50};
constexpr milliseconds longest_work{2000};
constexpr milliseconds look_again_after{5};

struct job {
    stamp who;
    const site* where;
    vector_clock known;
    std::function<void()> f;
};

std::atomic<bool> made{false};

/// One thread, one function after another.
class worker {
public:
    static worker& instance() {
        static auto* w = new worker;  // its thread lives as long as the process
        made = true;
        return *w;
    }
    [[nodiscard]] static bool exists() { return made; }

    void start(job j) {
        const std::lock_guard lock(mutex_);
        unfinished_.push_back(std::make_unique<job>(std::move(j)));
        changed_.notify_all();
    }

    /// Until all are done, or the one that runs waits for something or takes too long.
    void wait_with_patience() {
        using clock = std::chrono::steady_clock;
        std::unique_lock lock(mutex_);
        const milliseconds work_before = work_done();
        auto running_at = clock::now();
        while (!changed_.wait_for(lock, look_again_after, [this] { return unfinished_.empty(); })) {
            if (!is_waiting())
                running_at = clock::now();
            if (clock::now() - running_at > longest_wait)
                return;
            if (work_done() - work_before > longest_work)
                return;
        }
    }

    /// Until none is left that `order` knows.
    void wait_for(const vector_clock& order) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return std::none_of(unfinished_.begin(), unfinished_.end(),
                                [&](const auto& j) { return order.knows(j->who); });
        });
    }

private:
    worker() : thread_([this] { run(); }) { thread_.detach(); }

    void run() {
        inside = true;
        std::unique_lock lock(mutex_);
        thread_id_ = gettid();
        pthread_getcpuclockid(pthread_self(), &clock_);
        for (;;) {
            changed_.wait(lock, [this] { return !unfinished_.empty(); });
            const job& j = *unfinished_.front();
            lock.unlock();
            carry_out(j);
            lock.lock();
            unfinished_.pop_front();
            changed_.notify_all();
        }
    }

    [[nodiscard]] milliseconds work_done() const {
        timespec t{};
        if (thread_id_ != 0)
            clock_gettime(clock_, &t);
        return std::chrono::duration_cast<milliseconds>(std::chrono::seconds(t.tv_sec) +
                                                        std::chrono::nanoseconds(t.tv_nsec));
    }

    /// Does the thread sleep? Not the same as making no progress: on a busy machine it may have to
    /// wait for a processor.
    [[nodiscard]] bool is_waiting() const {
        std::ifstream file("/proc/self/task/" + std::to_string(thread_id_) + "/stat");
        std::string line;
        std::getline(file, line);
        const std::size_t name_ends = line.rfind(')');
        return name_ends == std::string::npos || line.compare(name_ends, 3, ") S") == 0;
    }

    static void carry_out(const job& j) {
        device& dev = device::instance();
        accessor memory(dev, accessor_kind::host_function, dev.memory(), dev.defects());
        memory.begin(j.who, j.where, &j.known);
        {
            const current_accessor_scope scope(memory);
            j.f();
        }
        const device_lock lock(dev);
        memory.close();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::unique_ptr<job>> unfinished_;  // the first one runs
    pid_t thread_id_ = 0;
    clockid_t clock_{};
    std::thread thread_;  // last: uses the others from its start
};

}  // namespace

bool in_host_function() {
    return inside;
}

void run_host_function(device& dev, stamp who, const site* where, const vector_clock& known,
                       std::function<void()> f) {
    worker::instance().start({who, where, known, std::move(f)});
    const device_unlock unlocked(dev);
    worker::instance().wait_with_patience();
}

void enqueue_host_function(call& c, CUstream_st& s, std::function<void()> f) {
    timeline::operation facts;
    facts.name = "host function";
    const site* at = nullptr;
    const point_ptr p = c.issue(
        s, timeline::op_kind::host_function, std::move(facts),
        [&](const ticket&, const site* where) {
            at = where;
            return work{engine::host_functions, c.on().profile().call_cost("host_function"), 1.0};
        });
    run_host_function(c.on(), p->last, at, p->order, std::move(f));
}

void finish_host_functions(device& dev) {
    if (!worker::exists())
        return;
    const vector_clock order = dev.order().host_order();
    const device_unlock unlocked(dev);
    worker::instance().wait_for(order);
}

}  // namespace simcuda
