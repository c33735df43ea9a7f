#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "checker/harness/block_job.hpp"
#include "labs/05-default-stream/lab.hpp"

namespace checker {

/// How many host threads share a job in lab 05's second part.
inline constexpr std::size_t threads_of_a_job = 3;

/// The host's side of a job of lab 05: a block, the chunks' sums and their digest.
class digest_job {
public:
    explicit digest_job(const job_size& size);

    [[nodiscard]] job asked();

    /// Runs the learner's function and looks at the results as its caller would.
    [[nodiscard]] attempt run(const std::function<cudaError_t(const job&)>& learner);

    [[nodiscard]] std::vector<finding> causes(const attempt& run) const;
    /// The same for a job of which only the output is asked for.
    [[nodiscard]] std::vector<finding> causes_of_output(const attempt& run) const {
        return block_.causes(run);
    }

private:
    [[nodiscard]] std::optional<finding> wrong_sum() const;

    block_job block_;
    host_array sums_;
    host_array digest_;
};

/// `process_share` by several host threads at the same time.
[[nodiscard]] cudaError_t by_threads(const job& work);

/// One chunk after the other, with all that belongs to it, in the default stream.
[[nodiscard]] cudaError_t one_after_the_other(const job& work);

}  // namespace checker
