#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "checker/grading/graded.hpp"
#include "checker/grading/grading_device.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/submissions.hpp"

namespace checker {

class gpu_runner;

/// What all submissions of a class are graded with.
struct class_terms {
    const grading_tree& tree;
    const sandbox& box;
    std::uint64_t seed = 0;  ///< the class's secret
    std::string version;     ///< of the tree: see version_of
    grading_device device = grading_device::sim;
    const gpu_runner* gpu = nullptr;  ///< for `both`, where submissions are graded here
};

/// What was read of a submission, before anything is built.
struct read_files {
    std::vector<found_file> of_labs;
    std::vector<flag> flags;
    std::string inputs;  ///< hash of these, and of the terms but the seed
};

[[nodiscard]] read_files read_files_of(const submission& s, const class_terms& terms);

/// How long a lab took.
struct lab_time {
    std::string lab;
    double wall_seconds = 0;
    double cpu_seconds = 0;
};

/// Grades every lab of a submission. `folder` is for its files alone. Throws std::runtime_error for
/// what the submission is not to blame for.
[[nodiscard]] graded_submission grade_submission(const submission& s, const read_files& files,
                                                 const class_terms& terms,
                                                 const std::filesystem::path& folder,
                                                 std::vector<lab_time>& times);

}  // namespace checker
