#pragma once

#include <cstdint>
#include <filesystem>

#include "checker/grading/graded.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/learner_files.hpp"

namespace checker {

class gpu_runner;

/// Grades one lab of one submission: builds it, looks at what was built, runs it with two seeds.
///
/// What this keeps out, and what it does not. The learner's code and the checker are one process,
/// as they have to be for the checker to see every access; the verdict is made in that process.
/// - Outside of the process nothing can be reached: the sandbox has no network, no files but the
///   course's own headers and libraries, no other processes, and ends with its limits.
/// - By printing, leaving, crashing, or writing to any descriptor nobody gets points: a verdict
///   counts only with a word that lies in closed memory while the learner's code runs, and if the
///   program then ends as the verdict says.
/// - Functions that a lab does not need are refused before anything runs, by name, and so are
///   assembly, system calls as instructions, functions before main, and definitions in the place of
///   others'. This is a list of what is known. It is no proof: memory can be written through any
///   pointer, so code that knows where the checker's variables or functions lie in the very program
///   that is built here can change what the checker believes, or call it. Two runs with different
///   secret seeds and the simulated device's own look at each access make that hard to do unseen.
///   They do not make it impossible.
/// Who gives marks that matter looks at what was handed in, too: at least at every flag.
class lab_grader {
public:
    /// `seed`: the class's secret; those of the runs are made from it.
    /// `gpu`: decides about overlap; null: the simulated device does.
    lab_grader(const grading_tree& tree, const sandbox& box, std::uint64_t seed,
               const gpu_runner* gpu = nullptr)
        : tree_(tree), box_(box), seed_(seed), gpu_(gpu) {}

    /// `folder`: of this submission alone, ours to write to. Throws std::runtime_error for what the
    /// submission is not to blame for.
    [[nodiscard]] graded_lab grade(const lab& l, const found_file& file,
                                   const std::filesystem::path& folder) const;

private:
    [[nodiscard]] std::uint64_t seed_of_run(int run) const;
    void build_and_run(graded_lab& result, const lab& l, const std::string& content,
                       const std::filesystem::path& folder) const;
    void run(graded_lab& result, const struct staged_file& file,
             const std::filesystem::path& program) const;
    void settle(graded_lab& result, const std::filesystem::path& folder) const;

    const grading_tree& tree_;
    const sandbox& box_;
    std::uint64_t seed_;
    const gpu_runner* gpu_;
};

}  // namespace checker
