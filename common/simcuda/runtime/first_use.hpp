#pragma once

#include <set>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// What happens only once in a program and takes the host time: the context is created at the first
/// call, and a kernel's code is loaded at its first launch. Programs start warm, with both done, so
/// that a figure does not depend on what ran before; a checker that is about measuring starts cold.
class first_use {
public:
    void start_cold();
    void start_warm();

    /// Host time that this call takes in addition, as the first one.
    [[nodiscard]] nanoseconds of_call(const machine_profile& profile);
    /// The same for a launch of this kernel.
    [[nodiscard]] nanoseconds of_kernel(const void* kernel, const machine_profile& profile);

private:
    bool context_is_due_ = false;
    bool kernels_are_due_ = false;
    std::set<const void*> loaded_;
};

}  // namespace simcuda
