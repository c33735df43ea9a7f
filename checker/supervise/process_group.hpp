#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "common/timeline/units.hpp"

namespace checker {

struct group_use {
    int processes = 0;
    timeline::bytes resident{};
};

/// Memory and number of the processes of a group, from /proc; zeros where there is none.
[[nodiscard]] group_use use_of_group(pid_t group);

/// What a process and all of its descendants use.
struct tree_use {
    int tasks = 0;  ///< threads, of all of them
    timeline::bytes resident{};
    std::chrono::milliseconds cpu{0};  ///< also of those that have ended
    std::vector<pid_t> members;
};

/// From /proc; zeros where there is none.
[[nodiscard]] tree_use use_of_tree(pid_t root);

/// Tasks (threads too) of all users; 0 where the system does not tell.
[[nodiscard]] int tasks_in_system();

/// Is the process on its way out (its descriptors are closed one by one then), or gone?
[[nodiscard]] bool is_ending(pid_t process);

/// Processor time of one process so far; zero where the system does not tell.
[[nodiscard]] std::chrono::milliseconds cpu_time(pid_t process);

/// Time that the process's living threads have been ready to run and waiting for a processor,
/// together; zero where the system does not tell.
[[nodiscard]] std::chrono::milliseconds queued_time(pid_t process);

/// From now on, processes whose parent has died become ours, also those that left their group.
void adopt_orphans();

/// A process that is told from a later one with the same number.
struct known_process {
    pid_t number = 0;
    unsigned long long started = 0;  ///< as the kernel counts

    friend bool operator==(const known_process&, const known_process&) = default;
};

/// The processes that this one has started or adopted.
[[nodiscard]] std::vector<known_process> children_of_ours();

/// Kills what descends from the children of `root`. They themselves stay, and can still wait for
/// it: the processor time of what nobody waits for is counted nowhere.
void end_grandchildren(pid_t root);

/// Kills the group and all that it left behind, and waits for them. `others`: children of ours from
/// before, which stay.
void end_group(pid_t group, const std::vector<known_process>& others);

}  // namespace checker
