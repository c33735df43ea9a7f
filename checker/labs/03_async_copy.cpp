// Lab 03: the processor works while the device does, and reads the results after the right wait.

#include <fmt/core.h>

#include <cmath>

#include "checker/harness/checks.hpp"
#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"
#include "common/timeline/working_time.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"
#include "labs/03-async-copy/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_block = 1000;
constexpr std::size_t simulated_block = std::size_t{1} << 20;  // 4 MiB
/// The host's work takes this many times as long as the device's: it is what cannot be beaten.
constexpr double host_share = 1.2;
constexpr double wanted_gap = 0.88;

/// What time is measured with.
std::size_t large_block() {
    return the_device().for_timing(simulated_block);
}

/// The processor's own share, and how it was called.
struct own_work {
    nanoseconds duration{1000};
    int calls = 0;

    void operator()() {
        ++calls;
        the_device().host_works_for(duration);
    }
};

std::uint64_t expected_sum(const job_size& size) {
    const workload::pattern data(report().seed());
    const auto forward = workload::steps_at_once(size.steps);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size.count; i += 16) {
        sum += forward(data.value(i));
    }
    return sum;
}

struct outcome_of_process {
    attempt run;
    std::vector<finding> causes;
};

outcome_of_process call_process(const job_size& size, nanoseconds host_time) {
    block_job work(the_device(), size, host_memory::pinned, host_memory::pinned, report().seed());
    own_work own{host_time};
    std::uint64_t sum = 0x0123456789abcdef;
    outcome_of_process result;
    result.run = work.run([&] {
        return process({work.input(), work.output(), size.count, size.steps, std::ref(own)}, sum);
    });
    result.causes = work.causes(result.run);
    if (result.causes.empty() && own.calls != 1) {
        result.causes.push_back(
            {own.calls == 0 ? "missing-output/host-work" : "wrong-result/host-work",
             {{"calls", std::to_string(own.calls)}},
             {}});
    }
    if (result.causes.empty() && sum != expected_sum(size)) {
        result.causes.push_back({"wrong-result/sum",
                                 {{"found", fmt::format("{:#x}", sum)},
                                  {"expected", fmt::format("{:#x}", expected_sum(size))}},
                                 {}});
    }
    return result;
}

attempt process_once(const job_size& size, nanoseconds host_time) {
    auto [run, causes] = call_process(size, host_time);
    if (!causes.empty()) {
        report().fail(causes, elements_of(size.count));
    }
    return run;
}

attempt small_run() {
    return call_process({small_block, small_block, 7}, nanoseconds{1000}).run;
}

/// One after the other: the device's work with blocking copies, then the host's.
attempt blocking_run(const job_size& size, nanoseconds host_time) {
    block_job work(the_device(), size, host_memory::pinned, host_memory::pinned, 1);
    return work.run([&] {
        const auto error = blocking_baseline(the_device(), work.input(), work.output(), size.count,
                                             size.chunk, size.steps);
        the_device().host_works_for(host_time);
        return error;
    });
}

/// The processor's own share: what the checker did in host_work, not the reading of results.
bool is_own_work(const operation& op) {
    return op.kind == op_kind::host_work && op.size.value == 0;
}

/// From the first device or own work to the last; reading the results is in no version overlapped.
timeline::interval without_reading(timeline::recording recorded) {
    auto& all = recorded.operations;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const operation& op) {
                                 return op.kind == op_kind::host_work && !is_own_work(op);
                             }),
              all.end());
    return working_time(recorded);
}

/// Work in the legacy default stream that follows work of the learner's own stream, or goes before
/// it: what keeps the two in order is a barrier for everybody.
std::optional<finding> outside_of_the_stream(const observation& seen) {
    const auto in_legacy = pick(
        seen.recorded, [](const operation& op) { return is_device_work(op) && op.stream == 0; });
    const auto elsewhere = pick(
        seen.recorded, [](const operation& op) { return is_device_work(op) && op.stream != 0; });
    if (in_legacy.empty() || elsewhere.empty()) {
        return std::nullopt;
    }
    const auto& first = in_legacy.front();
    return finding{"legacy-default-stream/one-of-three",
                   {{"work", work_name(first)}, {"stream", stream_name(elsewhere.front().stream)}},
                   known_places(in_legacy)};
}

bool puts_a_function_into_a_stream(const operation& op) {
    return is_on_host(op) &&
           (op.name == "cudaLaunchHostFunc" || op.name == "cudaStreamAddCallback");
}

/// What host_work took. Called in a host function, it is a part of that.
operation own_work_in(const timeline::recording& recorded) {
    const auto own = pick(recorded, is_own_work);
    const auto functions =
        pick(recorded, [](const operation& op) { return op.kind == op_kind::host_function; });
    const auto& all = own.empty() ? functions : own;
    return *std::max_element(all.begin(), all.end(), [](const operation& a, const operation& b) {
        return a.end - a.start < b.end - b.start;
    });
}

/// Why processor and device did not work at the same time.
finding took_turns(const timeline::recording& recorded) {
    const auto own = own_work_in(recorded);
    const auto device_work = pick(recorded, is_device_work);
    const auto waits = pick(recorded, [&](const operation& op) {
        return op.kind == op_kind::host_wait && op.end <= own.start;
    });
    nanoseconds busy{0};
    for (const auto& op : device_work) {
        busy += op.end - op.start;
    }
    message_arguments figures = {
        {"host", fmt::format("{:.2f}", timeline::to_ms(own.end - own.start))},
        {"device", fmt::format("{:.2f}", timeline::to_ms(busy))}};
    const auto functions = pick(recorded, puts_a_function_into_a_stream);
    const bool is_in_their_stream =
        own.kind == op_kind::host_function
            ? std::any_of(device_work.begin(), device_work.end(),
                          [&](const operation& op) { return op.stream == own.stream; })
            : own.start >= device_work.back().end || own.end <= device_work.front().start;
    if (!functions.empty() && is_in_their_stream) {
        figures["call"] = functions.front().name;
        return {"not-enough-overlap/in-the-stream", figures, known_places({functions.front()})};
    }
    if (!waits.empty()) {
        figures["call"] = waits.back().name;
        return {"not-enough-overlap/waited-first", figures, known_places({waits.back()})};
    }
    if (own.end <= device_work.front().start) {
        return {"not-enough-overlap/worked-first", figures, known_places({device_work.front()})};
    }
    return {"not-enough-overlap/host-work", figures, known_places(device_work)};
}

}  // namespace

TEST_CASE("right results") {
    std::vector<job_size> sizes;
    for (const std::size_t count : {small_block, std::size_t{1}, std::size_t{0}}) {
        sizes.push_back({count, small_block, 7});
    }
    check_results(sizes,
                  [](const job_size& size) { return process_once(size, nanoseconds{1000}); });
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_run);
}

TEST_CASE("host beside device") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    nanoseconds in_turn{0};
    const auto c = measured_without_doubt(device, gap_closed(wanted_gap), [&] {
        const auto steps = calibrated_steps(device, large_block(), 1.0);
        const auto stages = measure_stages(device, large_block(), steps);
        const auto device_time = stages.h2d + stages.kernel + stages.d2h;
        const nanoseconds host_time{
            std::llround(host_share * static_cast<double>(device_time.count()))};
        in_turn = device_time + host_time;
        const job_size size{large_block(), large_block(), steps};
        auto once = compare(
            device, [&] { return blocking_run(size, host_time); },
            [&] { return process_once(size, host_time); });
        once.serial = without_reading(once.baseline.recorded).length();
        once.measured = without_reading(once.learner.recorded).length();
        once.bound = host_time;
        return once;
    });
    report().set_metrics(c.figures());
    report().add_timeline("one after the other", c.baseline.recorded);
    report().add_timeline("yours", c.learner.recorded);
    require_gap(c);

    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, in_turn, wanted_gap));
        check_rules({pageable_async, blocking_copy, write_combined_read},
                    observe(c.learner, 1, {large_block() * sizeof(std::uint32_t)}));
        report().fail(took_turns(c.learner.recorded));
    }
    check_rules({outside_of_the_stream, write_combined_read},
                observe(c.learner, 1, {large_block() * sizeof(std::uint32_t)}));
    report().note(phrase(
        "{:.0f} % of the device's time is hidden behind the host's own work (asked for: {:.0f} %).",
        100 * c.closed_gap(), 100 * wanted_gap));
}
