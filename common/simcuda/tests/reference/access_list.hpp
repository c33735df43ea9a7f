#pragma once

#include <vector>

#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// The accesses of one step, at real addresses.
struct access_list {
    struct item {
        use how;
        char* at;
        unsigned count;
    };
    std::vector<item> items;
    int step = 0;

    /// As compiled code announces its loads and stores to the device. Nothing is read or written.
    void carry_out() const;
};

/// The step that the calling thread is at; a host function has a thread of its own.
[[nodiscard]] int& step_of_this_thread();

}  // namespace simcuda::reference
