// Lab 07: a fork and a join over streams of the caller's, beside work that has nothing to do with
// them.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "checker/harness/checks.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"
#include "common/workload/calibrate.hpp"
#include "common/workload/launch_shape.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"
#include "labs/07-event-ordering/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_block = 1000;
constexpr std::size_t large_block = std::size_t{1} << 20;  // 4 MiB
constexpr double wanted_gap = 0.85;
constexpr std::size_t margin = 64;
/// Threads of the caller's other kernel: a block, so that nearly all of the device is free.
constexpr std::size_t few_threads = workload::threads_per_block;

void expect_success(cudaError_t error) {
    if (error != cudaSuccess) {
        throw std::runtime_error(
            fmt::format("the checker's own call failed: {}", cudaGetErrorString(error)));
    }
}

/// The caller's side of one job: all memory, all streams, and what must come out.
class fork_and_join {
public:
    fork_and_join(std::size_t count, unsigned int steps)
        : count_(count),
          steps_(steps),
          left_data_(report().asked().seed),
          right_data_(report().asked().seed + 1),
          left_(the_device(), count, host_memory::pinned, margin),
          right_(the_device(), count, host_memory::pinned, margin),
          output_(the_device(), count, host_memory::pinned, margin) {
        left_data_.fill(left_.elements(), 0);
        right_data_.fill(right_.elements(), 0);
        left_.declare_written();
        right_.declare_written();
        for (auto& buffer : buffers_) {
            expect_success(cudaMalloc(&buffer, std::max(count, few_threads) * element));
        }
        for (auto& stream : streams_) {
            expect_success(cudaStreamCreate(&stream));
        }
    }
    ~fork_and_join() {
        static_cast<void>(cudaDeviceSynchronize());
        for (auto* stream : streams_) {
            static_cast<void>(cudaStreamDestroy(stream));
        }
        for (auto* buffer : buffers_) {
            static_cast<void>(cudaFree(buffer));
        }
    }
    fork_and_join(const fork_and_join&) = delete;
    fork_and_join& operator=(const fork_and_join&) = delete;

    [[nodiscard]] job asked() {
        auto* left = static_cast<std::uint32_t*>(buffers_[0]);
        auto* right = static_cast<std::uint32_t*>(buffers_[1]);
        return {left_.data(), right_.data(), output_.data(), count_,      steps_,     left,
                right,        streams_[0],   streams_[1],    streams_[2], streams_[3]};
    }
    /// Launches the caller's other work, in another stream and on other memory.
    void launch_other(unsigned int steps) {
        the_device().launch_kernel(static_cast<std::uint32_t*>(buffers_[2]), few_threads, steps,
                                   streams_[4]);
    }

    [[nodiscard]] attempt run(std::uint64_t& sum) {
        return run_once(
            the_device(), [&] { return combine(asked(), sum); },
            [this] { output_.declare_read(); });
    }

    /// The same with blocking calls.
    [[nodiscard]] cudaError_t blocking_way() {
        auto& device = the_device();
        const auto what = asked();
        const std::size_t size = count_ * element;
        expect_success(cudaMemcpy(what.left, what.left_input, size, cudaMemcpyHostToDevice));
        expect_success(cudaMemcpy(what.right, what.right_input, size, cudaMemcpyHostToDevice));
        device.launch_kernel(what.left, count_, steps_, nullptr);
        device.launch_kernel(what.right, count_, steps_, nullptr);
        device.launch_kernel(what.left, count_, 1, nullptr);
        return cudaMemcpy(what.output, what.left, size, cudaMemcpyDeviceToHost);
    }

    [[nodiscard]] std::vector<finding> causes(const attempt& run, std::uint64_t sum) const {
        if (auto seen = causes_in(run); !seen.empty()) {
            return seen;
        }
        if (auto wrong = wrong_result()) {
            return {*std::move(wrong)};
        }
        if (const auto wanted = expected_sum(); sum != wanted) {
            return {
                {"wrong-result/sum",
                 {{"found", fmt::format("{:#x}", sum)}, {"expected", fmt::format("{:#x}", wanted)}},
                 {}}};
        }
        return {};
    }

private:
    static constexpr std::size_t element = sizeof(std::uint32_t);

    [[nodiscard]] std::uint32_t expected(std::size_t i) const {
        const auto forward = workload::steps_at_once(steps_);
        return forward(left_data_.value(i)) + forward(right_data_.value(i));
    }
    [[nodiscard]] std::uint64_t expected_sum() const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < count_; i += 16) {
            sum += expected(i);
        }
        return sum;
    }
    [[nodiscard]] std::optional<finding> wrong_result() const {
        const auto found = output_.elements();
        for (std::size_t i = 0; i < count_; ++i) {
            if (found[i] != expected(i)) {
                return finding{
                    found[i] == workload::poison ? "missing-output/joined" : "wrong-result/joined",
                    {{"element", std::to_string(i)},
                     {"count", std::to_string(count_)},
                     {"found", fmt::format("0x{:08x}", found[i])},
                     {"expected", fmt::format("0x{:08x}", expected(i))}},
                    {}};
            }
        }
        return std::nullopt;
    }

    std::size_t count_;
    unsigned int steps_;
    workload::pattern left_data_, right_data_;
    host_array left_, right_, output_;
    std::array<void*, 3> buffers_{};
    std::array<cudaStream_t, 5> streams_{};
};

attempt combine_once(const job_size& size) {
    fork_and_join work(size.count, size.steps);
    std::uint64_t sum = 0x0123456789abcdef;
    auto run = work.run(sum);
    if (const auto causes = work.causes(run, sum); !causes.empty()) {
        report().fail(causes, fmt::format("{} elements", size.count));
    }
    return run;
}

attempt small_run() {
    fork_and_join work(small_block, 7);
    std::uint64_t sum = 0;
    return work.run(sum);
}

// ---- beside other work ---------------------------------------------------------------------

/// Steps that make a kernel of few threads take this long.
unsigned int steps_of_other_work(nanoseconds wanted) {
    fork_and_join work(small_block, 1);
    const auto timed = [&](unsigned int steps) {
        the_device().start_recording();
        work.launch_other(steps);
        const auto recorded = the_device().take_recording();
        const auto kernel = pick(recorded, is_device_work).front();
        return workload::timed_steps{steps, kernel.end - kernel.start};
    };
    return workload::steps_for(wanted, timed(1000), timed(4000));
}

/// A run while the caller's other kernel is on the device.
struct accompanied {
    attempt run;
    operation other;              ///< that kernel; not among what the run has recorded
    timeline::recording picture;  ///< with it
};

accompanied combine_beside(fork_and_join& work, unsigned int steps_of_other) {
    accompanied result;
    result.run = run_once(the_device(), [&] {
        work.launch_other(steps_of_other);
        std::uint64_t sum = 0;
        return combine(work.asked(), sum);
    });
    auto& all = result.run.recorded.operations;
    const auto other = std::find_if(all.begin(), all.end(), is_device_work);
    result.other = *other;
    result.picture = result.run.recorded;
    const auto is_of_other = [&](const operation& op) { return op.stream == result.other.stream; };
    all.erase(all.begin(), other + 1);
    std::erase_if(result.run.pending, is_of_other);
    return result;
}

/// From the first device work to the last moment that device or host needed for it. Reading the
/// results and giving events back is in no version overlapped.
nanoseconds time_taken(const timeline::recording& recorded) {
    const auto all = pick(recorded, [](const operation& op) {
        return is_device_work(op) || op.kind == op_kind::host_wait;
    });
    const auto first = pick(recorded, is_device_work).front();
    nanoseconds end{0};
    for (const auto& op : all) {
        end = std::max(end, op.end);
    }
    return end - first.start;
}

/// Work or a wait that lasted until the caller's other kernel was done.
std::optional<finding> waits_for_others(const accompanied& seen) {
    const auto& other = seen.other;
    const auto in_legacy = pick(seen.run.recorded, [](const operation& op) {
        return is_device_work(op) && op.stream == 0;
    });
    if (!in_legacy.empty()) {
        const auto& first = in_legacy.front();
        return finding{
            "legacy-default-stream/work",
            {{"times", std::to_string(in_legacy.size())},
             {"work",
              first.kind == op_kind::kernel ? fmt::format("kernel {}", first.name) : first.name}},
            known_places(in_legacy)};
    }
    const auto waits = pick(seen.run.recorded, [&](const operation& op) {
        return op.kind == op_kind::host_wait && op.start < other.end && op.end >= other.end;
    });
    const auto whole_device = pick(seen.run.recorded, [](const operation& op) {
        return op.kind == op_kind::host_wait && op.name == "cudaDeviceSynchronize";
    });
    if (waits.empty()) {
        return std::nullopt;
    }
    return finding{
        "device-wide-wait/others",
        {{"call", waits.front().name},
         {"ms", fmt::format("{:.2f}", timeline::to_ms(waits.front().end - waits.front().start))}},
        known_places(whole_device.empty() ? waits : whole_device)};
}

/// The host waited, and only then issued what comes next.
std::optional<finding> host_between_streams(const observation& seen) {
    const auto waits = between_device_work(
        seen.recorded, [](const operation& op) { return op.kind == op_kind::host_wait; });
    if (waits.empty()) {
        return std::nullopt;
    }
    return finding{"not-enough-overlap/host-between",
                   {{"call", waits.front().name}, {"waits", std::to_string(waits.size())}},
                   known_places(waits)};
}

/// The first kernel could have run beside the second upload.
std::optional<finding> waits_for_both_uploads(const observation& seen) {
    const auto uploads =
        pick(seen.recorded, [](const operation& op) { return op.kind == op_kind::copy_h2d; });
    const auto kernels =
        pick(seen.recorded, [](const operation& op) { return op.kind == op_kind::kernel; });
    if (uploads.size() < 2 || kernels.empty() || kernels.front().start < uploads.back().end) {
        return std::nullopt;
    }
    const auto waits = pick(seen.recorded, [&](const operation& op) {
        return op.kind == op_kind::event_wait && op.id < kernels.front().id;
    });
    return finding{"not-enough-overlap/both-uploads",
                   {{"kernel", kernels.front().name}},
                   known_places(waits.empty() ? kernels : waits)};
}

}  // namespace

TEST_CASE("right results") {
    std::vector<job_size> sizes;
    for (const std::size_t count : {small_block, std::size_t{1}, std::size_t{0}}) {
        sizes.push_back({count, small_block, 7});
    }
    check_results(sizes, combine_once);
}

TEST_CASE("no needless waits") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    if (!device.can_overlap()) {
        report().leave_open("This device cannot copy while a kernel runs.");
    }
    const auto steps = calibrated_steps(device, large_block, 1.0);
    const auto stages = measure_stages(device, large_block, steps);
    const auto all_stages = 2 * stages.h2d + 2 * stages.kernel + stages.d2h;
    const auto steps_of_other = steps_of_other_work(2 * all_stages);

    accompanied beside;
    auto c = compare(
        device,
        [&] {
            fork_and_join work(large_block, steps);
            return run_once(device, [&] { return work.blocking_way(); });
        },
        [&] {
            fork_and_join work(large_block, steps);
            beside = combine_beside(work, steps_of_other);
            return beside.run;
        });
    if (const auto causes = causes_in(c.learner); !causes.empty()) {
        report().fail(causes);
    }
    const auto kernels =
        pick(c.baseline.recorded, [](const operation& op) { return op.kind == op_kind::kernel; });
    const auto sum_time = kernels.back().end - kernels.back().start;
    c.serial = time_taken(c.baseline.recorded);
    c.measured = time_taken(c.learner.recorded);
    // One after the other: both uploads, the right kernel, the sum, the download. The left kernel
    // runs beside the second upload.
    c.bound = 2 * stages.h2d + stages.kernel + sum_time + stages.d2h;
    c.overlap = timeline::measure_overlap(c.learner.recorded);
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", c.baseline.recorded);
    report().add_timeline("yours, beside another", beside.picture);
    REQUIRE(c.bound < c.serial);

    if (const auto found = waits_for_others(beside)) {
        report().fail(*found);
    }
    if (c.closed_gap() < wanted_gap) {
        auto seen = observe(c.learner, 2, {large_block * sizeof(std::uint32_t)});
        seen.serial = c.serial;
        seen.measured = c.measured;
        seen.bound = c.bound;
        check_rules({pageable_async, blocking_copy, single_stream, host_between_streams,
                     waits_for_both_uploads, not_enough_overlap},
                    seen);
    }
    report().note(fmt::format(
        "{:.0f} % of the possible gain (asked for: {:.0f} %), and the caller's other kernel ran on "
        "for {:.2f} ms after you had returned.",
        100 * c.closed_gap(), 100 * wanted_gap,
        timeline::to_ms(beside.other.end - (beside.other.start + c.measured))));
}

// The function that you were given does these two already: they count once nothing waits in vain.

TEST_CASE("errors passed on") {
    report().require_passed("no needless waits");
    check_errors(small_run);
}

TEST_CASE("nothing left behind") {
    report().require_passed("no needless waits");
    check_nothing_left(small_run);
}
