#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// What the headers told the device: a stand-in for the runtime that only takes notes.
struct stub_device {
    struct atomic_note {
        const void* address;
        std::size_t size;
    };
    std::vector<atomic_note> atomics;
    std::vector<std::string> calls;  ///< runtime functions in the order of their calls
    std::size_t symbol_size = 0;
    bool refuses_launches = false;
    int last_barrier_argument = 0;
};

/// The one device of the test program; each test starts with `stub() = {}`.
[[nodiscard]] stub_device& stub();
