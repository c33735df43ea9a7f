#pragma once

#include "checker/course/course.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// A verdict from a GPU and what the simulated device saw of the same file, as one. The GPU decides
/// about times. The simulated device sees order, and accesses, where a GPU only has a chance to:
/// what fails there fails, and takes the place of what the GPU saw of it.
/// `sim` has left overlap to the GPU (times_elsewhere). `say` is the language of both.
[[nodiscard]] verdict merged(const verdict& gpu_alone, const verdict& sim, const lab& what,
                             const translation& say = {});

}  // namespace checker
