#pragma once

#include <filesystem>

#include "checker/grading/learner_files.hpp"
#include "checker/supervise/supervise.hpp"

namespace checker {

/// What a submission may use: the table limits.toml, or one of the instructor's own.
struct grading_limits {
    reading_limits reading;
    limits building;
    timeline::bytes building_scratch{};
    limits running;
    timeline::bytes running_scratch{};
    limits building_for_gpu;
    timeline::bytes building_for_gpu_scratch{};
    limits running_on_gpu;
    timeline::bytes running_on_gpu_scratch{};

    /// Throws course_error with file, line and the change to make.
    [[nodiscard]] static grading_limits load(const std::filesystem::path& file);
};

}  // namespace checker
