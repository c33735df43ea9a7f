#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "checker/harness/attempt.hpp"
#include "checker/harness/host_array.hpp"
#include "common/workload/pattern.hpp"
#include "labs/07-event-ordering/lab.hpp"

namespace checker {

/// The caller's side of one job of lab 07: all memory, all streams, and what must come out.
class fork_and_join {
public:
    fork_and_join(std::size_t count, unsigned int steps);
    ~fork_and_join();
    fork_and_join(const fork_and_join&) = delete;
    fork_and_join& operator=(const fork_and_join&) = delete;

    [[nodiscard]] job asked();
    /// Launches the caller's other work: one block of threads, so that nearly all of the device is
    /// free, in another stream and on other memory.
    void launch_other(unsigned int steps);

    /// Runs the learner's function and looks at the results as its caller would.
    [[nodiscard]] attempt run(std::uint64_t& sum);
    /// The same, with the other work launched just before.
    [[nodiscard]] attempt run_beside(unsigned int steps_of_other, std::uint64_t& sum);
    /// Both uploads, a kernel and the download in one stream, waited for: for measuring them.
    void one_after_the_other();
    /// The same with blocking calls: what "serial" means here.
    [[nodiscard]] cudaError_t blocking_way();

    /// All causes of a run, the first kind that there is.
    [[nodiscard]] std::vector<finding> causes(const attempt& run, std::uint64_t sum) const;

private:
    void name_buffers(const std::string& left, const std::string& right);
    [[nodiscard]] std::uint32_t expected(std::size_t i) const;
    [[nodiscard]] std::uint64_t expected_sum() const;
    /// count_ where all are right.
    [[nodiscard]] std::size_t first_wrong() const;
    [[nodiscard]] std::optional<finding> wrong_result() const;
    [[nodiscard]] std::optional<finding> wrong_sum(std::uint64_t sum) const;
    [[nodiscard]] std::optional<finding> not_on_device(const attempt& run) const;
    [[nodiscard]] std::optional<finding> not_left_there() const;

    std::size_t count_;
    unsigned int steps_;
    workload::pattern left_data_, right_data_;
    host_array left_, right_, output_;
    std::array<void*, 3> buffers_{};
    std::array<cudaStream_t, 5> streams_{};
};

}  // namespace checker
