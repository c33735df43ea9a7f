#pragma once

#include <sys/types.h>

#include <chrono>

#include "common/timeline/units.hpp"

namespace checker {

struct group_use {
    int processes = 0;
    timeline::bytes resident{};
};

/// Memory and number of the processes of a group, from /proc; zeros where there is none.
[[nodiscard]] group_use use_of_group(pid_t group);

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

/// Kills the group and all that it left behind, and waits for them.
void end_group(pid_t group);

}  // namespace checker
