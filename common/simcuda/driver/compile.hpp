#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simcuda/driver/toolchain.hpp"

/// Builds CUDA C++ for the simulated device: preprocess, rewrite, compile, link.
namespace simcuda::driver {

class preamble_store;

enum class product {
    object,   ///< one source, one object file
    program,  ///< linked with the simulated device
};

enum class colours { as_terminal, always, never };

struct request {
    /// .cu is rewritten; .cpp, .cc and .cxx go to the compiler as they are.
    std::vector<std::filesystem::path> sources;
    product makes = product::program;
    std::filesystem::path output;
    /// A name, a path, or a command with a launcher in front; empty: $CXX, g++, clang++.
    std::string compiler;
    /// The learner's own -I -D -O -g -std -W, passed on in this order after the defaults.
    std::vector<std::string> flags;
    std::vector<std::filesystem::path> objects;  ///< linked too, before the device's libraries
    std::vector<std::string> link_flags;         ///< passed on at the end of the link
    /// For temporary files; made if missing. Empty: a folder of its own among the system's.
    std::filesystem::path work_folder;
    /// What the compiler may keep from build to build; not owned. Null: nothing.
    preamble_store* preambles = nullptr;
    installation device = built_installation();
    colours colour = colours::as_terminal;
    /// Gets the compiler's words and ours. Empty: standard error.
    std::function<void(std::string_view)> diagnostics;
};

enum class build_status {
    built,
    rejected,  ///< the program has errors; they have been told
    misused,   ///< the request cannot be done: a missing file, a folder for an output
    broken,    ///< something on this machine fails: no compiler, no space
};

/// Exit statuses of the `lab` command: 0, 1, 2, 4.
[[nodiscard]] int exit_status(build_status status);

/// Real time that the stages took, summed over the sources.
struct stage_times {
    std::chrono::nanoseconds preprocess{0};
    std::chrono::nanoseconds rewrite{0};
    std::chrono::nanoseconds compile{0};
    std::chrono::nanoseconds link{0};
};

struct outcome {
    build_status status = build_status::built;
    stage_times times;
    std::vector<std::string> files;  ///< the learner's files that went in, headers included
};

/// Does what `wanted` asks. `output` is replaced at once when everything succeeded, and left alone
/// otherwise. Everything that goes wrong is told through `diagnostics`; nothing is thrown but
/// std::bad_alloc.
[[nodiscard]] outcome compile(const request& wanted);

}  // namespace simcuda::driver
