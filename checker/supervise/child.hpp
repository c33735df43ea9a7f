#pragma once

#include <sys/types.h>

#include <string>

#include "checker/supervise/descriptor.hpp"
#include "checker/supervise/supervise.hpp"

namespace checker {

/// A started program, and our ends of its pipes (all non-blocking).
struct child {
    pid_t pid = -1;  ///< also the number of its process group
    descriptor out;
    descriptor err;
    descriptor channel;
    std::string problem;  ///< why it could not be started; empty when it could
};

/// Throws std::system_error when pipes or processes have run out.
[[nodiscard]] child start(const program& what, const limits& most);

}  // namespace checker
