#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "checker/harness/finding.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/labs/07_fork_and_join.hpp"

/// The learner's function while the caller has other work on the device.
namespace checker {

/// Such a run.
struct accompanied {
    attempt run;
    operation other;              ///< the caller's kernel; not among what the run has recorded
    timeline::recording picture;  ///< with it
    std::vector<finding> causes;  ///< what is wrong with the results, or with the order of work
};

/// Steps that make the caller's other kernel take this long.
[[nodiscard]] unsigned int steps_of_other_work(nanoseconds wanted);

/// What the learner's function cannot do without, while the caller's other kernel runs: it may take
/// longer than alone, and one input longer than the other.
struct least_work {
    nanoseconds uploads{0};  ///< of both inputs
    nanoseconds kernel{0};
    nanoseconds download{0};
};
[[nodiscard]] least_work work_beside_other(std::size_t count, unsigned int steps,
                                           unsigned int steps_of_other);

/// Launches the other kernel with these steps and calls the learner's function at once.
[[nodiscard]] accompanied combine_beside(fork_and_join& work, unsigned int steps_of_other);

/// The last moment that device or host needed for the work. Reading the results and giving events
/// back comes after it, and is in no version overlapped.
[[nodiscard]] nanoseconds end_of_work(const timeline::recording& recorded);
/// From the first device work to that moment. What host functions do after the last device work is
/// not counted: done by the host after its wait, it would not be either.
[[nodiscard]] nanoseconds time_taken(const timeline::recording& recorded);

/// How long all kernels took whose name has this in it.
[[nodiscard]] nanoseconds time_of_kernels(const timeline::recording& recorded,
                                          std::string_view name);

/// Work or a wait that lasted until the caller's other kernel was done.
[[nodiscard]] std::optional<finding> waits_for_others(const accompanied& seen);

}  // namespace checker
