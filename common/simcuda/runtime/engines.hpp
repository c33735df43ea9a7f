#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "common/simcuda/runtime/finished.hpp"
#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// One piece of device work in virtual time.
struct task {
    engine where = engine::none;
    unsigned device = 0;       ///< whose engine; of a peer copy the one that it goes to
    unsigned source = 0;       ///< peer only: the device that it comes from
    nanoseconds earliest{0};   ///< not before the device has heard of it
    nanoseconds work{0};       ///< duration with its engine for itself
    double share = 1.0;        ///< compute only: part of the device that the kernel fills; once it
                               ///< has begun, the part that it got
    int priority = 0;          ///< compute only: lower goes first
    double beside = 1.0;       ///< peer only: speed while a device copies the other way too
    std::uint64_t stream = 0;  ///< of copies: a copy engine takes a moment to turn to another one

    nanoseconds start{0}, end{0};
    bool done = false;

    // The engines' own bookkeeping.
    std::uint64_t order = 0;  // of submission
    int open_dependencies = 0;
    nanoseconds ready{0};
    finished before;        // what it waits for
    bool is_ready = false;  // copies only
    std::vector<std::shared_ptr<task>> followers;
    double left = 0;  // of a copy under way: nanoseconds of work at full rate
    bool has_pause = false;
    nanoseconds since{0};
    std::uint64_t version = 0;
};
using task_ptr = std::shared_ptr<task>;

/// The devices' virtual clock. Each has two copy engines and a compute engine that small kernels
/// share; host functions run one at a time. Of several copies that wait for one of two engines the
/// one goes first that is ready first. What waits for another engine's work begins a moment after
/// it (`hand_over`). A single engine for both directions takes them in the order in which they were
/// submitted: one that is not ready holds up all behind it (CUDA C++ Programming Guide 13.0,
/// 6.2.8.5.5, on devices without concurrent data transfers). Deterministic: time is whole
/// nanoseconds, ties go by order of submission. Nothing here orders memory accesses; waiting for an
/// engine is never a promise.
class engines {
public:
    explicit engines(const machine_profile& profile, unsigned devices = 1);
    // Lanes know each other by address.
    engines(const engines&) = delete;
    engines& operator=(const engines&) = delete;

    /// Hands over a task that starts after all of `dependencies` (null pointers are skipped).
    void submit(const task_ptr& t, const std::vector<task_ptr>& dependencies);

    /// A host function has more to do than was known when it was submitted. Too late once it is
    /// over.
    void prolong(const task_ptr& t, nanoseconds by);

    /// Lets the device run until `limit`.
    void advance(nanoseconds limit);

    /// When the device does something next, if it has anything to do.
    [[nodiscard]] std::optional<nanoseconds> next() const;
    /// Lets the device do that one thing.
    void step();

    /// Lets the device run until `t` is done; its end.
    nanoseconds finish(const task_ptr& t);

    /// Lets the device run until nothing is left; the end of the last task.
    nanoseconds drain();

private:
    enum class happening : std::uint8_t { becomes_ready, ends, has_turned };
    struct event {
        nanoseconds when;
        std::uint64_t order;
        happening what;
        std::uint64_t version;  // an `ends` of an older version was overtaken by a change of rate
        task_ptr whose;
        bool operator<(const event& other) const {
            return when != other.when ? when > other.when : order > other.order;
        }
    };
    struct copy_lane {
        std::deque<task_ptr> waiting;
        task_ptr active;
        double two_way = 1;    // speed while the other direction is busy too
        nanoseconds pause{0};  // after a copy that had one of these beside it
        nanoseconds turn{0};   // before a copy of another stream than the last one's
        std::optional<std::uint64_t> last_stream;
        nanoseconds last_end{0};
        copy_lane* across = nullptr;  // the other direction
    };
    struct device_lanes {
        copy_lane h2d, d2h;
        std::deque<task_ptr> kernels;
        double compute_in_use = 0;
    };
    using two_lanes = std::array<copy_lane*, 2>;  // the second is null but for peer copies

    void come_after(task& t, const task& before) const;
    void become_ready(const task_ptr& t);
    void run_event(const event& e);
    void enqueue(const task_ptr& t);
    void complete(const task_ptr& t);
    void start_kernels(device_lanes& on);
    void start_host_function();
    [[nodiscard]] engine engine_for(engine wanted) const;

    // Copies (engines_copies.cpp).
    [[nodiscard]] bool is_taken_in_order_of_issue(const task& t) const;
    [[nodiscard]] two_lanes lanes_of(const task& copy);
    void join_lanes(const task_ptr& copy);
    [[nodiscard]] bool must_turn(const copy_lane& lane, const task_ptr& to);
    void start_copy(const copy_lane& lane);
    void end_copy(const task_ptr& t);
    [[nodiscard]] double speed(const task& copy);
    void add_pause(const task_ptr& copy);
    void settle(const task_ptr& copy);
    void reschedule(const task_ptr& copy);

    int copy_engines_;
    nanoseconds hand_over_;
    nanoseconds now_{0};
    nanoseconds last_end_{0};
    std::uint64_t next_order_ = 0;
    std::priority_queue<event> events_;
    std::vector<device_lanes> devices_;
    std::deque<task_ptr> host_functions_;
    task_ptr active_host_function_;
};

}  // namespace simcuda
