#pragma once

#include <functional>
#include <vector>

#include "common/simcuda/tests/reference/host_stacks.hpp"
#include "common/simcuda/tests/reference/issue_model.hpp"

namespace simcuda::reference {

/// The clocks of the program's host threads. The thread with the earliest clock goes on, of equal
/// ones that with the lowest number: at the start of each step, at a call after its cost, which is
/// when it does what it does, and at the end of each wait.
class host_model {
public:
    struct host_thread {
        nanoseconds now{0};
        int step = 0, result = 0;
        nanoseconds cost{0};         ///< of the call under way
        std::vector<int> waits_for;  ///< operations
        nanoseconds wakes_after{0};  ///< their end
        bool takes_part = false;
    };

    host_model(int hosts, const machine_profile& machine, issue_model& issues)
        : m_(machine), issues_(issues), threads_(static_cast<std::size_t>(hosts)) {}

    /// Runs `body` as each of the hosts; host 0 begins.
    void run(const std::function<void(int host)>& body);
    /// In host 0: the others begin, now.
    void begin_others();

    /// Who has the turn.
    [[nodiscard]] host_thread& mine() { return threads_[static_cast<std::size_t>(current_)]; }
    void take_turn() { stacks_->give_turn_away(current_); }

    /// A call of the runtime.
    void call(const char* name);
    /// The host wakes up a moment after the last of them has ended; at once if all are over.
    void wait_in_time(const std::vector<int>& operations) { wait(operations, m_.wake); }
    /// While too many operations of the stream are under way.
    void wait_for_room(int stream);
    [[nodiscard]] bool all_are_over(const std::vector<int>& operations);

private:
    void wait(const std::vector<int>& operations, nanoseconds wakes_after);
    [[nodiscard]] nanoseconds time_of(const host_thread& t);
    [[nodiscard]] int next();

    const machine_profile& m_;
    issue_model& issues_;
    std::vector<host_thread> threads_;
    host_stacks* stacks_ = nullptr;
    int current_ = 0;
};

}  // namespace simcuda::reference
