#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "checker/grading/gpu_access.hpp"
#include "checker/grading/graded.hpp"
#include "checker/grading/submission_build.hpp"

namespace checker {

/// What one run of a lab's program came to.
struct submission_run {
    verdict said;
    std::vector<flag> flags;
};

/// Who says how much ran at the same time.
enum class overlap_decided : std::uint8_t { here, elsewhere };

/// Runs the program in the sandbox. Throws std::runtime_error where it could not be started.
[[nodiscard]] submission_run run_submission(const grading_tree& tree, const sandbox& box,
                                            const staged_file& file,
                                            const std::filesystem::path& program,
                                            std::uint64_t seed,
                                            overlap_decided by = overlap_decided::here);
/// The same on a GPU.
[[nodiscard]] submission_run run_submission_on_gpu(const grading_tree& tree, const sandbox& box,
                                                   const gpu_access& gpu, const staged_file& file,
                                                   const std::filesystem::path& program,
                                                   std::uint64_t seed);

/// Do both say the same of the learner's work: the same checks passed, the same causes found?
/// Figures, and points that follow a figure, may differ.
[[nodiscard]] bool agree(const verdict& a, const verdict& b);

/// Lines of the private descriptor that are not the checker's: none where nobody has tampered.
[[nodiscard]] int foreign_lines(std::string_view channel, std::string_view token);

}  // namespace checker
