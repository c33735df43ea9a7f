#pragma once

#include "checker/command/lab_job.hpp"

namespace checker {

struct both_results {
    lab_result sim;
    lab_result gpu;
};

/// One file on both devices, each for itself: at the same time where the machine has processors
/// enough for that not to be seen in the times.
[[nodiscard]] both_results check_both(const context& c, const lab_job& sim, const lab_job& gpu);

/// Checks the job's file on a GPU, and beside it on the simulated device.
[[nodiscard]] lab_result check_on_gpu(const context& c, const lab_job& job);

}  // namespace checker
