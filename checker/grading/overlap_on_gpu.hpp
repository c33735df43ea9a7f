#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/grading/graded.hpp"
#include "checker/grading/submission_build.hpp"
#include "checker/grading/submission_run.hpp"

/// Order and results from the simulated device, overlap from a GPU: how one lab's points come about
/// where both take part.
namespace checker {

/// A learner's file, built for a GPU and looked at.
struct gpu_build {
    std::vector<flag> flags;              ///< those of no_points: it must not run
    std::optional<check_result> failure;  ///< nvcc or the linker does not take it
    std::string said;                     ///< by them
    std::filesystem::path program;
};

/// What touches a GPU, and the simulated device beside it: everything else can be tested without.
class gpu_runner {
public:
    virtual ~gpu_runner() = default;

    [[nodiscard]] virtual gpu_build build(const staged_file& file) const = 0;
    /// On the simulated device, without a word on overlap.
    [[nodiscard]] virtual submission_run order(const staged_file& file,
                                               const std::filesystem::path& program,
                                               std::uint64_t seed) const = 0;
    /// On the GPU, while nobody else measures there.
    [[nodiscard]] virtual submission_run measure(const staged_file& file,
                                                 const std::filesystem::path& program,
                                                 std::uint64_t seed) const = 0;
};

class overlap_on_gpu {
public:
    overlap_on_gpu(const gpu_runner& runner, const translation& say) : runner_(runner), say_(say) {}

    /// `result` is what the simulated device alone has made of the file. Without points, or with a
    /// flag that takes them, it stays, and nothing runs on the GPU. Where the GPU cannot decide it
    /// stays as well, with a note: nobody loses points by noise. `program`: the one for the
    /// simulated device. Throws std::runtime_error where the GPU cannot be used.
    void decide(graded_lab& result, const staged_file& file, const std::filesystem::path& program,
                std::uint64_t seed) const;

private:
    void measure(graded_lab& result, const staged_file& file, const std::filesystem::path& program,
                 const verdict& order, std::uint64_t seed) const;

    const gpu_runner& runner_;
    const translation& say_;
};

}  // namespace checker
