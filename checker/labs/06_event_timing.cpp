// Lab 06: times of copies and kernels, against what the device has recorded.

#include <fmt/core.h>

#include <array>
#include <limits>

#include "checker/harness/checks.hpp"
#include "checker/harness/own_call.hpp"
#include "checker/harness/refused_calls.hpp"
#include "checker/harness/rules/asked_time.hpp"
#include "checker/harness/rules/right_time.hpp"
#include "checker/harness/rules/timing.hpp"
#include "checker/tests/catch.hpp"
#include "labs/06-event-timing/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_block = 1000;
constexpr std::size_t simulated_block = std::size_t{1} << 20;  // 4 MiB

/// What time is measured with.
std::size_t large_block() {
    return the_device().for_timing(simulated_block);
}

/// The caller's side: memory and a stream.
class measuring_block {
public:
    measuring_block(std::size_t count, unsigned int steps, unsigned int runs)
        : count_(count),
          steps_(steps),
          runs_(runs),
          input_(the_device(), count, host_memory::pinned, 0),
          output_(the_device(), count, host_memory::pinned, 0) {
        input_.name("work.input");
        output_.name("work.output");
        expect_success(cudaMalloc(&buffer_, size().value));
        the_device().name_memory(buffer_, size(), "work.buffer");
        expect_success(cudaMemcpy(buffer_, input_.data(), size().value, cudaMemcpyHostToDevice));
        expect_success(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    }
    ~measuring_block() {
        static_cast<void>(cudaDeviceSynchronize());
        static_cast<void>(cudaStreamDestroy(stream_));
        the_device().name_memory(buffer_, size(), {});
        static_cast<void>(cudaFree(buffer_));
    }
    measuring_block(const measuring_block&) = delete;
    measuring_block& operator=(const measuring_block&) = delete;

    [[nodiscard]] bytes size() const { return {count_ * sizeof(std::uint32_t)}; }

    /// Calls the learner's function as the first of a program that uses CUDA.
    [[nodiscard]] attempt run(figures& result) {
        return run_once(the_device(), [&] {
            the_device().start_cold();
            return measure({input_.data(), output_.data(), static_cast<std::uint32_t*>(buffer_),
                            count_, steps_, stream_, runs_},
                           result);
        });
    }

private:
    std::size_t count_;
    unsigned int steps_;
    unsigned int runs_;
    host_array input_, output_;
    void* buffer_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

constexpr double not_set = std::numeric_limits<double>::quiet_NaN();

/// One job to measure: the kernel takes `multiple` times as long as a copy.
struct timed_case {
    double multiple;
    unsigned int runs;
};
constexpr std::array timed_cases = {timed_case{1.0, 5}, timed_case{2.5, 3}};

struct outcome {
    attempt run;
    double kernel_ms = 0;  ///< of the kernel that was asked for, at least; 0: not known
    figures reported{not_set, not_set, not_set, not_set, not_set};
    bytes size;
};

/// Whether the device is to take the same time for each run.
enum class runs_take : std::uint8_t { the_same, different_times };

/// A run to warm up, and five whose mean, median, last and shortest are all apart.
const std::vector<double>& different_times() {
    static const std::vector<double> factors = {1.0, 1.5, 1.5, 1.0, 1.5, 1.2};
    return factors;
}

/// Nothing where the device cannot do what is asked for.
std::optional<outcome> measure_case(const timed_case& what, runs_take times = runs_take::the_same) {
    auto& device = the_device();
    device.start_afresh();
    const auto steps = calibrated_steps(device, large_block(), what.multiple);
    outcome o;
    // Where every time is exact, a kernel that is over sooner has not done what was asked for.
    if (device.repetitions() == 1) {
        o.kernel_ms = timeline::to_ms(measure_stages(device, large_block(), steps).kernel);
    }
    measuring_block block(large_block(), steps, what.runs);
    if (times == runs_take::different_times && !device.vary_work(different_times())) {
        return std::nullopt;
    }
    o.run = block.run(o.reported);
    o.size = block.size();
    return o;
}

/// What went wrong before any figure could be right.
std::vector<finding> causes_of(const attempt& run) {
    if (auto refused = time_refused_in(run)) {
        auto marks =
            run.returned == cudaErrorNotReady ? marks_without_time(run.recorded) : std::nullopt;
        return marks ? std::vector{*std::move(marks)} : std::vector{*std::move(refused)};
    }
    if (run.returned == cudaErrorNotReady) {
        return {{"call-failed/not-ready", {}, {}}};
    }
    // The caller waits: work under way when the function returns is no mistake here.
    auto copy = run;
    copy.pending.clear();
    return causes_in(copy);
}

/// A GPU's records only tell when a mark can have been reached at the earliest.
double mark_error_ms() {
    constexpr double of_a_call = 0.02;
    return the_device().repetitions() == 1 ? 0 : of_a_call;
}

std::array<measured_stage, 3> stages_of(const outcome& o, unsigned int runs) {
    const auto& recorded = o.run.recorded;
    const auto& r = o.reported;
    std::array<measured_stage, 3> stages = {
        measured_stage{"upload_ms", op_kind::copy_h2d, r.upload_ms, runs, recorded, o.size},
        measured_stage{"kernel_ms", op_kind::kernel, r.kernel_ms, runs, recorded, {}, o.kernel_ms},
        measured_stage{"download_ms", op_kind::copy_d2h, r.download_ms, runs, recorded, o.size}};
    for (auto& stage : stages) {
        stage.mark_error_ms = mark_error_ms();
    }
    return stages;
}

/// What the stages of a job took, by the learner and by the device's records; or what is wrong.
struct judged {
    outcome seen;
    std::vector<finding> causes;
    std::optional<finding> wrong;
};

judged judge(const timed_case& what) {
    judged j;
    j.seen = *measure_case(what);
    j.causes = causes_of(j.seen.run);
    if (!j.causes.empty()) {
        return j;
    }
    const auto stages = stages_of(j.seen, what.runs);
    for (const auto& stage : stages) {
        if (!j.wrong) {
            j.wrong = wrong_time(stage);
        }
    }
    if (!j.wrong) {
        j.wrong = too_few_from_events(j.seen.run.recorded, stages.size());
    }
    return j;
}

/// A single time may be wrong because something else kept the machine busy just then, a mistake is
/// there each time.
judged judge_without_doubt(const timed_case& what) {
    auto j = judge(what);
    constexpr int most_tries = 3;
    const bool is_exact = the_device().repetitions() == 1;
    for (int tries = 1; tries < most_tries && j.wrong && !is_exact; ++tries) {
        j = judge(what);
    }
    return j;
}

/// Where all runs take the same time, one is as good as their mean.
void check_the_mean() {
    const auto& what = timed_cases.front();
    report().doing(phrase("with {} runs of different times", what.runs));
    const auto seen = measure_case(what, runs_take::different_times);
    if (!seen) {
        return;
    }
    for (const auto& stage : stages_of(*seen, what.runs)) {
        if (const auto wrong = not_the_mean(stage)) {
            report().fail(*wrong);
        }
    }
}

attempt small_run() {
    measuring_block block(small_block, 7, 2);
    figures ignored{};
    return block.run(ignored);
}

}  // namespace

TEST_CASE("times") {
    std::vector<words> told;
    for (const auto& what : timed_cases) {
        report().doing(phrase("with {} runs, the kernel {:g} times as long as a copy", what.runs,
                              what.multiple));
        const auto [o, causes, wrong] = judge_without_doubt(what);
        if (&what == timed_cases.data()) {
            report().add_timeline(fmt::format("{} runs of each stage", what.runs), o.run.recorded);
        }
        if (!causes.empty()) {
            report().fail(causes);
        }
        if (wrong) {
            report().fail(*wrong);
        }
        for (const auto& stage : stages_of(o, what.runs)) {
            told.push_back(phrase("{} {:.4f} (recorded {:.4f})", stage.name, stage.reported_ms,
                                  recorded_ms(stage)));
        }
    }
    check_the_mean();
    report().note(phrase("{}.", listed(told)));
}

TEST_CASE("rates") {
    report().require_passed("times");
    const auto o = *measure_case(timed_cases.front());
    const auto& r = o.reported;
    for (const auto& wrong :
         {wrong_rate("upload_gb_per_s", r.upload_gb_per_s, o.size, r.upload_ms),
          wrong_rate("download_gb_per_s", r.download_gb_per_s, o.size, r.download_ms)}) {
        if (wrong) {
            report().fail(*wrong);
        }
    }
    report().note(phrase("Upload {:.1f} GB/s, download {:.1f} GB/s.", r.upload_gb_per_s,
                         r.download_gb_per_s));
}

TEST_CASE("errors passed on") {
    report().require_passed("times");
    check_errors(small_run);
}

TEST_CASE("nothing left behind") {
    report().require_passed("times");
    check_nothing_left(small_run);
}
