#pragma once

#include <optional>
#include <string>

#include "checker/command/lab_build.hpp"

namespace checker {

/// Why programs for a GPU cannot be built here, as a sentence; nothing where they can.
[[nodiscard]] std::optional<std::string> why_no_gpu_programs(const context& c);

/// Builds the checkers for a GPU, if that was not done yet: some minutes, once. Throws
/// command_error when that fails.
void make_gpu_parts(const context& c);

/// Compiles the job's file with nvcc, redirects its runtime calls to the checker's book of them,
/// and links it. Throws command_error for what the learner's code is not to blame for.
[[nodiscard]] built_program build_gpu_program(const context& c, const lab_job& job,
                                              const std::filesystem::path& folder);

}  // namespace checker
