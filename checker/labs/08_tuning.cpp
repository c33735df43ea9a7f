// Lab 08: chunk size and number of streams from measurements, on several machines.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "checker/harness/as_machine.hpp"
#include "checker/harness/checks.hpp"
#include "checker/harness/counted.hpp"
#include "checker/harness/leaks.hpp"
#include "checker/harness/tuning/choice.hpp"
#include "checker/harness/tuning/sweep_chart.hpp"
#include "checker/harness/tuning/tuned_pipeline.hpp"
#include "checker/tests/catch.hpp"
#include "labs/08-tuning/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t simulated_count = std::size_t{1} << 20;  // 4 MiB
constexpr std::size_t enough_to_time = std::size_t{1} << 24;   // 64 MiB
constexpr int most_runs = 200;                                 // as lab.hpp says
constexpr std::array<std::size_t, 9> cuts = {1, 2, 3, 4, 6, 8, 16, 32, 64};
constexpr std::array<std::size_t, 5> stream_counts = {1, 2, 3, 4, 8};

/// The elements of the job.
std::size_t whole_job() {
    return the_device().for_timing(simulated_count, enough_to_time);
}

/// For which the kernel is calibrated.
std::size_t usual_chunk() {
    return whole_job() / 4;
}

/// Counts the learner's runs, and lets one of them fail.
class counted_runs {
public:
    explicit counted_runs(std::function<cudaError_t(const plan&)> run, int failing = 0)
        : run_(std::move(run)), failing_(failing) {}

    cudaError_t operator()(const plan& p) {
        ++calls_;
        if (calls_ == failing_) {
            return cudaErrorLaunchFailure;
        }
        return calls_ > most_runs ? cudaErrorNotPermitted : run_(p);
    }
    [[nodiscard]] int calls() const { return calls_; }

private:
    std::function<cudaError_t(const plan&)> run_;
    int failing_;
    int calls_ = 0;
};

struct outcome {
    attempt run;
    plan chosen{0, 0};
    int calls = 0;
};

outcome call_choose_plan(std::size_t elements, counted_runs& runs) {
    outcome result;
    result.run = run_once(the_device(), [&] {
        return choose_plan({elements, std::ref(runs)}, result.chosen);
    });
    result.calls = runs.calls();
    return result;
}

bool is_valid(const plan& p) {
    return p.chunk >= 1 && p.streams >= 1 && p.streams <= tuned_pipeline::most_streams;
}

std::vector<finding> causes_of(const outcome& result) {
    if (result.calls > most_runs) {
        return {{"too-many-runs", {{"allowed", std::to_string(most_runs)}}, {}}};
    }
    // An error that no call of the learner's own has returned is the pipeline's.
    const auto& run = result.run;
    if (run.returned != cudaSuccess && run.failed.empty() && run.defects.empty()) {
        return {
            {"call-failed", {{"call", "work.run"}, {"error", cudaGetErrorName(run.returned)}}, {}}};
    }
    if (auto causes = causes_in(run); !causes.empty()) {
        return causes;
    }
    if (!is_valid(result.chosen)) {
        return {{"wrong-result/plan",
                 {{"chunk", std::to_string(result.chosen.chunk)},
                  {"streams", std::to_string(result.chosen.streams)}},
                 {}}};
    }
    return {};
}

/// A job that takes its time without a device: for what is not about the choice.
cudaError_t pretended_run(const plan& p) {
    the_device().host_works_for(nanoseconds{static_cast<std::int64_t>(1000 + p.chunk)});
    return is_valid(p) ? cudaSuccess : cudaErrorInvalidValue;
}

void try_all(tuned_pipeline& pipeline, sweep& s) {
    const unwatched by_the_clock(the_device());
    for (const auto cut : cuts) {
        const auto chunk = (whole_job() + cut - 1) / cut;
        for (const auto streams : stream_counts) {
            s.tried.push_back({chunk, streams, pipeline.time_or_recall(chunk, streams)});
        }
    }
}

/// What the learner chooses, and what that takes.
void let_choose(tuned_pipeline& pipeline, sweep& s) {
    counted_runs runs([&](const plan& p) { return pipeline.run_or_recall(p.chunk, p.streams); });
    const auto result = call_choose_plan(whole_job(), runs);
    if (const auto causes = causes_of(result); !causes.empty()) {
        report().fail(causes, phrase("on {}", s.machine));
    }
    const auto& p = result.chosen;
    const unwatched by_the_clock(the_device());
    s.chosen = {std::min(p.chunk, whole_job()), p.streams,
                pipeline.time_or_recall(p.chunk, p.streams)};
    // What it takes with fewer streams is looked at, too.
    s.fewer.clear();
    for (std::size_t streams = 1; streams < p.streams; ++streams) {
        s.fewer.push_back({s.chosen.chunk, streams, pipeline.time_or_recall(p.chunk, streams)});
    }
    if (the_device().repetitions() > 1) {
        constexpr double close = 0.05;
        constexpr int often = 15;
        pipeline.measure_in_turns(contenders_of(s, close), often);
    }
}

sweep sweep_on(const std::string& machine) {
    const as_machine now(the_device(), machine);
    report().doing(phrase("on {}", machine));
    tuned_pipeline pipeline(the_device(), whole_job(),
                            calibrated_steps(the_device(), usual_chunk(), 1.0));
    sweep s{machine, {whole_job() * sizeof(std::uint32_t)}, {}, {}, {}};
    try_all(pipeline, s);
    // Who measured while something else ran may choose badly once. Nobody fails by that.
    const int most_answers = the_device().repetitions() > 1 ? 3 : 1;
    for (int answers = 1; answers <= most_answers; ++answers) {
        let_choose(pipeline, s);
        if (!too_slow(s) && !too_many_streams(s)) {
            break;
        }
    }
    return s;
}

std::vector<sweep>& sweeps() {
    static std::vector<sweep> all;
    return all;
}

/// The pictures lie beside the recordings; without a place for those, nobody wants to see them.
void write_pictures() {
    const auto& asked = report().asked();
    const std::filesystem::path recordings = asked.timeline;
    if (recordings.empty()) {
        return;
    }
    const auto say = asked.words.empty() ? translation{} : translation::load(asked.words);
    std::ofstream(recordings.parent_path() / "sweep.txt") << draw_sweeps(sweeps(), say);
    std::ofstream(recordings.parent_path() / "sweep.svg") << svg_of(sweeps(), say);
}

/// One run in one piece against one with the learner's plan, on the machine that was asked for.
void record_runs() {
    auto& device = the_device();
    const auto& first = sweeps().front();
    device.start_afresh();
    tuned_pipeline pipeline(device, whole_job(), calibrated_steps(device, usual_chunk(), 1.0));
    const auto recorded = [&](std::size_t chunk, std::size_t streams) {
        device.start_recording();
        static_cast<void>(pipeline.time_of(chunk, streams));
        return device.take_recording();
    };
    report().add_timeline("one chunk", recorded(whole_job(), 1));
    report().add_timeline("your plan", recorded(first.chosen.chunk, first.chosen.streams));
}

measured_figures figures_of(const sweep& s) {
    const auto serial = find_in(s, whole_job(), 1)->time;
    const auto bound = best_of(s).time;
    comparison c;
    c.serial = serial;
    c.measured = s.chosen.time;
    c.bound = bound;
    auto figures = c.figures();
    figures.overlap.reset();
    return figures;
}

}  // namespace

TEST_CASE("near the best") {
    report().decides_here();  // what counts is found on each machine
    for (const auto& machine : the_device().machines()) {
        sweeps().push_back(sweep_on(machine));
        if (report().asked().sizes_of_gpu) {
            break;  // the others have no GPU to be compared with
        }
    }
    report().set_metrics(figures_of(sweeps().front()), sweeps().front().machine);
    record_runs();
    write_pictures();
    report().give_partly(share_of_gains(sweeps()));
    std::vector<words> rates;
    for (const auto& s : sweeps()) {
        if (const auto cause = too_slow(s)) {
            report().fail(*cause, phrase("on {}", s.machine));
        }
        rates.push_back(fmt::format("{} {:.0f} %", s.machine, 100 * share_of_best(s)));
    }
    report().note(phrase("Of the best rate: {} (asked for: {:.0f} %). The sweep: lab timeline 8.",
                         listed(rates), 100 * wanted_share));
}

TEST_CASE("no more streams than it takes") {
    report().decides_here();
    report().require_passed("near the best");
    for (const auto& s : sweeps()) {
        if (const auto cause = too_many_streams(s)) {
            report().fail(*cause, phrase("on {}", s.machine));
        }
    }
    report().note(phrase("Half as many would be slower, on each machine."));
}

TEST_CASE("a plan for every job") {
    report().require_passed("near the best");
    the_device().start_afresh();
    for (const std::size_t elements : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
        counted_runs runs(pretended_run);
        const auto result = call_choose_plan(elements, runs);
        auto causes = causes_of(result);
        if (causes.empty()) {
            if (auto leak = leak_in(result.run)) {
                causes.push_back(*std::move(leak));
            }
        }
        if (!causes.empty()) {
            report().fail(causes, elements_of(elements));
        }
    }
    report().note(phrase("Also for 1, 7 and 1000 elements. Nothing is left behind."));
}

TEST_CASE("errors passed on") {
    report().require_passed("near the best");
    the_device().start_afresh();
    counted_runs intact(pretended_run);
    const auto all = call_choose_plan(whole_job(), intact).calls;
    for (const int nth : {1, (all + 1) / 2, all}) {
        counted_runs runs(pretended_run, nth);
        const auto result = call_choose_plan(whole_job(), runs);
        if (result.run.returned != cudaErrorLaunchFailure) {
            report().fail(finding{"error-ignored/injected",
                                  {{"call", phrase("run number {} of {}", nth, all)},
                                   {"error", cudaGetErrorName(cudaErrorLaunchFailure)},
                                   {"returned", cudaGetErrorName(result.run.returned)}},
                                  {}});
        }
    }
    report().note(
        phrase("Of {} runs the first, one in the middle and the last were made to fail: the error "
               "came back.",
               all));
}
