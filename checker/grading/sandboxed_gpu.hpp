#pragma once

#include "checker/grading/gpu_access.hpp"
#include "checker/grading/gpu_program.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/overlap_on_gpu.hpp"

namespace checker {

/// This machine's GPU, used from the sandbox.
class sandboxed_gpu : public gpu_runner {
public:
    /// `rules`: of objects for a GPU.
    sandboxed_gpu(const grading_tree& tree, const sandbox& box, gpu_program_parts parts,
                  symbol_rules rules, gpu_access access);

    /// Why no program can use the GPU in the sandbox; empty where one can. Takes a second.
    [[nodiscard]] std::string problem() const;

    [[nodiscard]] gpu_build build(const staged_file& file) const override;
    [[nodiscard]] submission_run order(const staged_file& file,
                                       const std::filesystem::path& program,
                                       std::uint64_t seed) const override;
    [[nodiscard]] submission_run measure(const staged_file& file,
                                         const std::filesystem::path& program,
                                         std::uint64_t seed) const override;

private:
    const grading_tree& tree_;
    const sandbox& box_;
    gpu_program_parts parts_;
    symbol_rules rules_;
    gpu_access access_;
};

}  // namespace checker
