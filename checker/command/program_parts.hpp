#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/grading/gpu_program.hpp"

namespace checker {

/// What a lab's program is linked from besides the learner's object: the table that Meson writes to
/// BUILD/checker/program.toml.
struct program_parts {
    std::map<std::string, std::string> checkers;  ///< the lab's name -> its checker's library
    std::vector<std::string> libraries;           ///< for all labs, in the linker's order
    std::vector<std::string> link_arguments;
    std::optional<gpu_program_parts> gpu;  ///< nothing without a CUDA Toolkit
};

/// Throws course_error when the file is missing or broken.
[[nodiscard]] program_parts load_program_parts(const std::filesystem::path& build);

}  // namespace checker
