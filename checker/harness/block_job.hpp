#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/attempt.hpp"
#include "checker/harness/host_array.hpp"
#include "common/workload/verify.hpp"

namespace checker {

/// What most labs do: bring `count` elements through the kernel, a chunk at a time.
struct job_size {
    std::size_t count = 0;
    std::size_t chunk = 1;
    unsigned int steps = 1;

    [[nodiscard]] std::size_t chunks() const { return (count + chunk - 1) / chunk; }
    [[nodiscard]] bytes chunk_bytes() const { return {chunk * sizeof(std::uint32_t)}; }
    /// "3000 elements in chunks of 1000".
    [[nodiscard]] words text() const;
};

/// The sizes at which things go wrong: nothing, one element, one chunk and its neighbours, several
/// chunks with and without a rest.
[[nodiscard]] std::vector<job_size> telling_sizes(std::size_t chunk);

/// The host's side of one such job: input, output and what must come out.
class block_job {
public:
    block_job(device_session& device, const job_size& size, host_memory input, host_memory output,
              std::uint64_t seed);

    [[nodiscard]] const std::uint32_t* input() const { return input_.data(); }
    [[nodiscard]] std::uint32_t* output() { return output_.data(); }
    [[nodiscard]] const job_size& size() const { return size_; }

    /// Runs the learner's function and looks at the results as its caller would.
    [[nodiscard]] attempt run(const std::function<cudaError_t()>& learner);

    /// Only every so many-th element is the caller's: see device_session::data_stride.
    void look_at_one_of(std::size_t stride) { stride_ = stride; }

    /// Tells the device that the output is read now: for a lab that calls run_once itself.
    void declare_read() const { output_.declare_read(); }

    /// What is wrong with the output or its surroundings; nothing when all of it is right.
    [[nodiscard]] std::optional<finding> wrong_result() const;

    /// All causes of a run, the first kind that there is: what the device saw, wrong results, or
    /// something left behind.
    [[nodiscard]] std::vector<finding> causes(const attempt& run) const;

private:
    device_session& device_;
    job_size size_;
    std::uint64_t seed_;
    std::size_t stride_ = 1;
    host_array input_;
    host_array output_;
};

/// The finding for what verify found in an output of `count` elements.
[[nodiscard]] finding wrong_result_of(const workload::verification& v, const job_size& size);

}  // namespace checker
