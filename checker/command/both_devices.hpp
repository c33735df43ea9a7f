#pragma once

#include "checker/command/lab_job.hpp"

namespace checker {

/// A verdict from a GPU and what the simulated device saw of the same file, as one. The GPU decides
/// about times. The simulated device sees order, and accesses, where a GPU only has a chance to:
/// what fails there fails, and takes the place of what the GPU saw of it.
/// `say` is the language of both.
[[nodiscard]] verdict merged(const verdict& gpu_alone, const verdict& sim, const lab& what,
                             const translation& say = {});

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
