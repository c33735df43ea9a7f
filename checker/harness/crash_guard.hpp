#pragma once

#include <array>
#include <csignal>

namespace checker {

/// While it exists, a crash first reports what is known (the check that runs, what the device has
/// seen so far) and then goes its way: the supervisor sees the signal as always.
class crash_guard {
public:
    crash_guard();
    ~crash_guard();
    crash_guard(const crash_guard&) = delete;
    crash_guard& operator=(const crash_guard&) = delete;

private:
    std::array<struct sigaction, 5> before_{};
};

}  // namespace checker
