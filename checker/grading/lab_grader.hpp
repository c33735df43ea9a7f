#pragma once

#include <cstdint>
#include <filesystem>

#include "checker/grading/graded.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/learner_files.hpp"

namespace checker {

/// Grades one lab of one submission: builds it, looks at what was built, runs it with two seeds.
class lab_grader {
public:
    /// `seed`: the class's secret; those of the runs are made from it.
    lab_grader(const grading_tree& tree, const sandbox& box, std::uint64_t seed)
        : tree_(tree), box_(box), seed_(seed) {}

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
};

}  // namespace checker
