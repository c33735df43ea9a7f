#pragma once

#include <vector>

#include "checker/harness/block_job.hpp"
#include "labs/11-dependent-chunks/lab.hpp"

namespace checker {

/// The host's side of a job of lab 11: its data, the caller's `prepare`, and what must come out.
class dependent_job {
public:
    /// `prepare_ns`: what making an input element takes the host.
    dependent_job(device_session& device, ::pattern needs, const job_size& size, std::uint64_t seed,
                  double prepare_ns);

    /// What the learner's function is given.
    [[nodiscard]] job asked();
    [[nodiscard]] ::pattern needs() const { return needs_; }
    [[nodiscard]] const job_size& size() const { return size_; }

    /// Runs the learner's function and looks at the results as its caller would.
    [[nodiscard]] attempt run(const std::function<cudaError_t()>& learner);

    /// All causes of a run, the first kind that there is: what the device saw, wrong results, or
    /// work done elsewhere.
    [[nodiscard]] std::vector<finding> causes(const attempt& run) const;

private:
    void prepare(std::size_t first, std::size_t count);
    [[nodiscard]] std::vector<std::uint32_t> expected() const;
    [[nodiscard]] finding wrong_element(std::size_t i, std::uint32_t expected) const;
    [[nodiscard]] std::optional<finding> wrong_result() const;
    [[nodiscard]] std::optional<finding> not_on_device(const attempt& run) const;

    device_session& device_;
    ::pattern needs_;
    job_size size_;
    double prepare_ns_;
    std::size_t stride_;  ///< of the elements that the host prepares
    workload::pattern data_;
    std::size_t prepared_ = 0;  ///< elements
    host_array input_;
    host_array output_;
};

/// "independent", "kernel to kernel", ...
[[nodiscard]] words to_text(::pattern needs);

}  // namespace checker
