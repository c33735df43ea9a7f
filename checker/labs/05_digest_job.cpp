#include "checker/labs/05_digest_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <thread>

#include "checker/harness/comparison.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/the_device.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"

namespace checker {
namespace {

constexpr std::size_t sum_stride = 64;  // as in kernels.cuh
constexpr std::uint32_t digest_factor = 31;

finding finding_of(const std::string& text, std::uint32_t found, std::uint32_t expected,
                   std::size_t chunk) {
    return {text,
            {{"chunk", std::to_string(chunk)},
             {"found", fmt::format("{:#x}", found)},
             {"expected", fmt::format("{:#x}", expected)}},
            {}};
}

}  // namespace

digest_job::digest_job(const job_size& size)
    : block_(the_device(), size, host_memory::pinned, host_memory::pinned, report().seed()),
      sums_(the_device(), size.chunks(), host_memory::pinned, 16),
      digest_(the_device(), 1, host_memory::pinned, 16) {
    sums_.name("work.sums");
    digest_.name("work.digest");
}

job digest_job::asked() {
    const auto& size = block_.size();
    return {block_.input(), block_.output(), sums_.data(), digest_.data(),
            size.count,     size.chunk,      size.steps};
}

attempt digest_job::run(const std::function<cudaError_t(const job&)>& learner) {
    return run_once(
        the_device(), [&] { return learner(asked()); },
        [this] {
            block_.declare_read();
            sums_.declare_read();
            digest_.declare_read();
        });
}

std::vector<finding> digest_job::causes(const attempt& run) const {
    auto found = block_.causes(run);
    if (found.empty()) {
        if (auto wrong = wrong_sum()) {
            found.push_back(*std::move(wrong));
        }
    }
    return found;
}

std::optional<finding> digest_job::wrong_sum() const {
    const auto& size = block_.size();
    const workload::pattern data(report().seed());
    const auto forward = workload::steps_at_once(size.steps);
    std::uint32_t digest = 0;
    for (std::size_t chunk = 0; chunk < size.chunks(); ++chunk) {
        std::uint32_t sum = 0;
        const auto first = chunk * size.chunk;
        for (auto i = first; i < std::min(first + size.chunk, size.count); i += sum_stride) {
            sum += forward(data.value(i));
        }
        if (sums_.data()[chunk] != sum) {
            return finding_of("wrong-result/chunk-sum", sums_.data()[chunk], sum, chunk);
        }
        digest = digest * digest_factor + sum;
    }
    if (*digest_.data() != digest) {
        return finding_of("wrong-result/digest", *digest_.data(), digest, size.chunks());
    }
    return std::nullopt;
}

cudaError_t by_threads(const job& work) {
    std::array<cudaError_t, threads_of_a_job> errors{};
    std::array<std::thread, threads_of_a_job> all;
    for (std::size_t i = 0; i < threads_of_a_job; ++i) {
        all[i] = std::thread([&, i] { errors[i] = process_share(work, i, threads_of_a_job); });
    }
    for (auto& each : all) {
        each.join();
    }
    const auto failed = std::find_if(errors.begin(), errors.end(),
                                     [](cudaError_t error) { return error != cudaSuccess; });
    return failed == errors.end() ? cudaSuccess : *failed;
}

cudaError_t one_after_the_other(const job& work) {
    auto& device = the_device();
    void* memory = nullptr;
    auto error = cudaMalloc(&memory, (work.chunk + 1) * sizeof(std::uint32_t));
    auto* buffer = static_cast<std::uint32_t*>(memory);
    auto* sum = buffer + work.chunk;
    for (std::size_t first = 0; first < work.count && error == cudaSuccess; first += work.chunk) {
        const auto count = std::min(work.chunk, work.count - first);
        error = cudaMemset(sum, 0, sizeof *sum);
        if (error == cudaSuccess) {
            error = blocking_chunk(device, buffer, work.input + first, work.output + first, count,
                                   work.steps);
        }
        device.launch_kernel(buffer, 1, 1, nullptr);
        device.launch_kernel(buffer, 1, 1, nullptr);
        if (error == cudaSuccess) {
            error = cudaMemcpy(work.sums + first / work.chunk, sum, sizeof *sum,
                               cudaMemcpyDeviceToHost);
        }
    }
    const auto freed = cudaFree(memory);
    return error != cudaSuccess ? error : freed;
}

}  // namespace checker
