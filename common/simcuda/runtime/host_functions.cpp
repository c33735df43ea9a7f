#include "common/simcuda/runtime/host_functions.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <thread>

#include "common/simcuda/runtime/device.hpp"

namespace simcuda {
namespace {

thread_local bool inside = false;

constexpr std::chrono::milliseconds patience{50};

struct job {
    stamp who;
    const site* where;
    vector_clock known;
    std::function<void()> f;
};

/// One thread, one function after another.
class worker {
public:
    static worker& instance() {
        static auto* w = new worker;  // its thread lives as long as the process
        return *w;
    }

    void start(job j) {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(j));
        ++started_;
        changed_.notify_all();
    }

    /// True when all are done within `time`.
    bool wait(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [this] { return done_ == started_; });
    }

private:
    worker() {
        std::thread([this] { run(); }).detach();
    }

    void run() {
        inside = true;
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return !waiting_.empty(); });
            const job j = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            carry_out(j);
            lock.lock();
            ++done_;
            changed_.notify_all();
        }
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
    std::deque<job> waiting_;
    std::uint64_t started_ = 0, done_ = 0;
};

}  // namespace

bool in_host_function() {
    return inside;
}

void run_host_function(device& dev, stamp who, const site* where, const vector_clock& known,
                       std::function<void()> f) {
    worker::instance().start({who, where, known, std::move(f)});
    const device_unlock unlocked(dev);
    static_cast<void>(worker::instance().wait(patience));
}

void finish_host_functions(device& dev) {
    const device_unlock unlocked(dev);
    while (!worker::instance().wait(patience)) {
    }
}

}  // namespace simcuda
