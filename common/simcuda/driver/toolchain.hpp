#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simcuda::driver {

enum class compiler_family { gcc, clang };

/// A C++ compiler of this machine.
struct compiler {
    std::vector<std::string>
        command;  ///< the program, behind a launcher such as ccache if one is set
    compiler_family family = compiler_family::gcc;
};

/// Finds `wanted` (a name on PATH, a path, or a command with a launcher in front); when it is
/// empty $CXX, then g++, then clang++. Empty when there is none.
[[nodiscard]] std::optional<compiler> find_compiler(std::string_view wanted);

/// A linker that takes a fraction of the time of the usual one, by the name that compilers have for
/// it (`-fuse-ld=NAME`). Empty when none is installed.
[[nodiscard]] std::string_view find_fast_linker();

/// Where the simulated device's own parts lie.
struct installation {
    std::filesystem::path include_folder;
    /// Linked into every program, in this order: paths, or names as in "-lfmt".
    std::vector<std::string> libraries;
};

/// As this build of the project made it.
[[nodiscard]] installation built_installation();

/// The full path of a program on PATH, or of a path itself when it can be run.
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace simcuda::driver
