#pragma once

#include <string>

#include "checker/grading/sandbox.hpp"

namespace checker {

/// A seccomp program as bubblewrap takes it, which ends a process (SIGSYS) that makes a system call
/// of the forbidden ones; of_gpu_labs refuses the call (EPERM). Empty on processors that it is not
/// written for.
[[nodiscard]] std::string system_call_filter(system_calls calls);

}  // namespace checker
