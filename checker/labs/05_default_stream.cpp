// Lab 05: no call is a barrier for work that it has nothing to do with, and the order between
// chunks that is really needed is kept.

#include <fmt/core.h>

#include <thread>

#include "checker/harness/checks.hpp"
#include "checker/harness/rules/barriers.hpp"
#include "checker/tests/catch.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"
#include "labs/05-default-stream/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 19;  // 2 MiB: longer than its calls
constexpr std::size_t large_chunks = 8;
constexpr double kernel_share = 0.7;  // of a copy: the small kernels take the rest
constexpr double wanted_gap = 0.85;
/// What a pipeline has closed of the gap that is held up by every chunk.
constexpr double serial_gap = 0.3;
constexpr std::size_t sum_stride = 64;  // as in kernels.cuh
constexpr std::uint32_t digest_factor = 31;
constexpr std::size_t threads = 3;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

/// A job with its sums and its digest.
class digest_job {
public:
    explicit digest_job(const job_size& size)
        : block_(the_device(), size, host_memory::pinned, host_memory::pinned, report().seed()),
          sums_(the_device(), size.chunks(), host_memory::pinned, 16),
          digest_(the_device(), 1, host_memory::pinned, 16) {}

    [[nodiscard]] job asked() {
        const auto& size = block_.size();
        return {block_.input(), block_.output(), sums_.data(), digest_.data(),
                size.count,     size.chunk,      size.steps};
    }

    [[nodiscard]] attempt run(const std::function<cudaError_t(const job&)>& learner) {
        return run_once(
            the_device(), [&] { return learner(asked()); },
            [this] {
                block_.declare_read();
                sums_.declare_read();
                digest_.declare_read();
            });
    }

    [[nodiscard]] std::vector<finding> causes(const attempt& run) const {
        auto found = block_.causes(run);
        if (found.empty()) {
            if (auto wrong = wrong_sum()) {
                found.push_back(*std::move(wrong));
            }
        }
        return found;
    }

    /// What a job of which only the output is asked for has to say.
    [[nodiscard]] std::vector<finding> causes_of_output(const attempt& run) const {
        return block_.causes(run);
    }

private:
    [[nodiscard]] std::optional<finding> wrong_sum() const {
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

    [[nodiscard]] static finding finding_of(const std::string& text, std::uint32_t found,
                                            std::uint32_t expected, std::size_t chunk) {
        return {text,
                {{"chunk", std::to_string(chunk)},
                 {"found", fmt::format("{:#x}", found)},
                 {"expected", fmt::format("{:#x}", expected)}},
                {}};
    }

    block_job block_;
    host_array sums_;
    host_array digest_;
};

/// Several host threads, each with its share.
cudaError_t by_threads(const job& work) {
    std::array<cudaError_t, threads> errors{};
    std::array<std::thread, threads> all;
    for (std::size_t i = 0; i < threads; ++i) {
        all[i] = std::thread([&, i] { errors[i] = process_share(work, i, threads); });
    }
    for (auto& each : all) {
        each.join();
    }
    const auto failed = std::find_if(errors.begin(), errors.end(),
                                     [](cudaError_t error) { return error != cudaSuccess; });
    return failed == errors.end() ? cudaSuccess : *failed;
}

attempt process_once(const job_size& size) {
    digest_job work(size);
    auto run = work.run(process);
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

attempt shares_once(const job_size& size) {
    digest_job work(size);
    auto run = work.run(by_threads);
    if (const auto causes = work.causes_of_output(run); !causes.empty()) {
        report().fail(causes, phrase("process_share, {} threads, {}", threads, size.text()));
    }
    return run;
}

attempt small_run() {
    digest_job work({5 * small_chunk, small_chunk, 7});
    return work.run([](const job& asked) {
        const auto error = process(asked);
        return error != cudaSuccess ? error : by_threads(asked);
    });
}

/// One chunk after the other, with all that belongs to it, in the default stream.
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

job_size large_job() {
    return {large_chunks * large_chunk(), large_chunk(),
            calibrated_steps(the_device(), large_chunk(), kernel_share)};
}

void start_measuring() {
    the_device().start_afresh();
    require_overlap();
}

observation observe(const comparison& c, const job_size& size) {
    auto seen = checker::observe(c.learner, size.chunks(), size.chunk_bytes());
    seen.serial = c.serial;
    seen.bound = c.bound;
    return seen;
}

void note_gap(const comparison& c) {
    report().note(phrase("{:.0f} % of the possible gain (asked for: {:.0f} %).",
                         100 * c.closed_gap(), 100 * wanted_gap));
}

}  // namespace

TEST_CASE("right results") {
    check_results(telling_sizes(small_chunk), process_once);
    check_results(telling_sizes(small_chunk), shares_once);
}

TEST_CASE("no barrier left") {
    report().require_passed("right results");
    start_measuring();
    const auto size = large_job();
    auto c = compare(
        the_device(),
        [&] {
            digest_job work(size);
            return work.run(one_after_the_other);
        },
        [&] { return process_once(size); });
    c.bound = pipeline_bound(measure_stages(the_device(), size.chunk, size.steps), size.chunks());
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", c.baseline.recorded);
    report().add_timeline("yours", c.learner.recorded);
    require_gap(c);

    const auto seen = observe(c, size);
    report().give_partly(partial_share(c.closed_gap(), serial_gap, wanted_gap));
    check_rules({device_memory_beyond_a_few_chunks, implicit_barriers}, seen);
    if (c.closed_gap() < wanted_gap) {
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, sync_in_loop, single_stream, chunk_too_large,
                     chunk_too_small, too_few_buffers, not_enough_overlap},
                    seen);
    }
    note_gap(c);
}

TEST_CASE("own default streams") {
    report().require_passed("no barrier left");
    start_measuring();
    const auto size = large_job();
    auto c = compare(
        the_device(),
        [&] {
            digest_job work(size);
            return work.run([](const job& asked) {
                return blocking_baseline(the_device(), asked.input, asked.output, asked.count,
                                         asked.chunk, asked.steps);
            });
        },
        [&] { return shares_once(size); });
    c.bound = pipeline_bound(measure_stages(the_device(), size.chunk, size.steps), size.chunks());
    report().add_timeline("yours, by several threads", c.learner.recorded);
    require_gap(c);

    const auto seen = observe(c, size);
    report().give_partly(partial_share(c.closed_gap(), serial_gap, wanted_gap));
    check_rules({device_memory_beyond_a_few_chunks, implicit_barriers}, seen);
    if (c.closed_gap() < wanted_gap) {
        check_rules({threads_share_the_default_stream, pinned_per_chunk, allocation_in_loop,
                     pageable_async, blocking_copy, device_wide_wait, sync_in_loop, single_stream,
                     chunk_too_large, chunk_too_small, not_enough_overlap},
                    seen);
    }
    note_gap(c);
}

TEST_CASE("errors passed on") {
    report().require_passed("no barrier left");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("nothing left behind") {
    report().require_passed("no barrier left");
    check_nothing_left(small_run);
}
