#pragma once

#include <map>
#include <vector>

#include "common/simcuda/runtime/profile.hpp"
#include "common/simcuda/tests/reference/clock.hpp"
#include "common/simcuda/tests/reference/order.hpp"
#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// All that was issued to the device so far, in which order it is, and when it runs.
class issue_model {
public:
    struct operation {
        int step, stream, place, job;
        bool marker;
    };
    struct demand {
        unit where = unit::none;
        nanoseconds time{0};
        double share = 1.0;
    };

    issue_model(const machine_profile& machine, rule_set rules);

    void add_stream(int number, barrier with_legacy, int priority);

    // The host: all of its threads are one in the order.
    [[nodiscard]] int host() const { return host_; }
    /// Whatever the host does now comes after what it did before.
    void host_goes_on() { host_follows_place(rule::host_program, host_); }
    void host_follows_place(rule why, int place);
    void host_follows(rule why, const std::vector<int>& operations);
    /// A call reads memory itself, at some time between its entry (`before`) and now.
    [[nodiscard]] int read_within_call(int before);

    // Operations are named by their number.
    [[nodiscard]] int count() const { return static_cast<int>(operations_.size()); }
    [[nodiscard]] const operation& at(int o) const { return operations_[index(o)]; }
    [[nodiscard]] std::vector<int> everything() const;
    /// Of a stream; the legacy stream's handle stands for the blocking streams as well.
    [[nodiscard]] std::vector<int> all_of(int stream) const;
    /// A place for the next operation of a stream: after what must come before it, and after the
    /// operation `also_after` (none: -1).
    [[nodiscard]] int place_in(int stream, int also_after = -1);
    /// Submits what has the newest place.
    int submit(int step, int stream, int place, const demand& what, nanoseconds now);
    /// `first` comes before the place.
    void edge(rule why, int first, int place) { order_.edge(why, first, place); }

    [[nodiscard]] const span& times_of(int o);
    [[nodiscard]] nanoseconds end_of(int o) { return times_of(o).end; }

    /// After the last step.
    [[nodiscard]] const order& closed();

private:
    struct stream_facts {
        barrier with_legacy = barrier::with_legacy;
        int priority = 0;
    };
    [[nodiscard]] static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] bool has_barrier(int stream) const;

    const machine_profile& m_;
    units units_;
    order order_;
    std::map<int, stream_facts> streams_;
    std::vector<operation> operations_;
    std::vector<job> jobs_;
    std::vector<span> times_;
    std::vector<int> after_;  // jobs that the newest place follows
    int host_ = 0;
};

}  // namespace simcuda::reference
