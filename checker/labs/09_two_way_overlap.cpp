// Lab 09: the plan fits the device, and all that the device can do at once is done at once.

#include <fmt/core.h>

#include "checker/harness/as_machine.hpp"
#include "checker/harness/checks.hpp"
#include "checker/harness/elsewhere.hpp"
#include "checker/harness/rules/barriers.hpp"
#include "checker/harness/rules/directions.hpp"
#include "checker/tests/catch.hpp"
#include "labs/09-two-way-overlap/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 18;  // 1 MiB
constexpr std::size_t large_chunks = 8;
constexpr double wanted_gap = 0.88;
/// What a call more or less may cost where nothing can overlap.
constexpr double hardly_slower = 1.02;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

words name_of(plan p) {
    switch (p) {
        case plan::one_after_the_other:
            return "one_after_the_other";
        case plan::one_copy_beside_a_kernel:
            return "one_copy_beside_a_kernel";
        case plan::both_copies_beside_a_kernel:
            return "both_copies_beside_a_kernel";
    }
    return phrase("none of the three");
}

plan fitting(int copy_engines) {
    return copy_engines >= 2   ? plan::both_copies_beside_a_kernel
           : copy_engines == 1 ? plan::one_copy_beside_a_kernel
                               : plan::one_after_the_other;
}

rule buffers_beyond_plan(int copy_engines) {
    return copy_engines >= 2   ? device_memory_beyond_four_chunks
           : copy_engines == 1 ? device_memory_beyond_three_chunks
                               : device_memory_beyond_one_chunk;
}

block_job pinned_job(const job_size& size) {
    return {the_device(), size, host_memory::pinned, host_memory::pinned, report().seed()};
}

attempt call_process(block_job& work) {
    const auto& size = work.size();
    return work.run([&] {
        return process({work.input(), work.output(), size.count, size.chunk, size.steps});
    });
}

/// On the machine that the device is now.
attempt process_once(const job_size& size, const std::string& machine) {
    auto work = pinned_job(size);
    auto run = call_process(work);
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, phrase("{}, on {}", size.text(), machine));
    }
    return run;
}

attempt small_run() {
    auto work = pinned_job({5 * small_chunk, small_chunk, 7});
    return call_process(work);
}

void check_plan_on(const std::string& machine) {
    const as_machine now(the_device(), machine);
    const auto engines = the_device().copy_engines();
    auto chosen = static_cast<plan>(-1);
    const auto run = run_once(the_device(), [&] { return choose_plan(chosen); });
    if (const auto causes = causes_in(run); !causes.empty()) {
        report().fail(causes, phrase("choose_plan on {}", machine));
    }
    const auto wanted = fitting(engines);
    if (chosen != wanted) {
        report().fail({chosen > wanted ? "overlap-without-gain/plan"
                       : engines >= 2  ? "one-direction-at-a-time/plan"
                                       : "not-enough-overlap/plan",
                       {{"machine", machine},
                        {"engines", std::to_string(engines)},
                        {"chosen", name_of(chosen)},
                        {"wanted", name_of(wanted)}},
                       {}});
    }
}

/// Two devices: the answer of number 0, which is not the current one, would be another plan.
void check_plan_behind_another() {
    const auto here = machine_with(the_device(), 0);
    const auto before = machine_with(the_device(), 2);
    if (!here || !before) {
        return;
    }
    const as_machine now(the_device(), *here);
    if (!the_device().stand_behind(*before)) {
        return;
    }
    report().doing(phrase("on {}, as device 1 beside a device 0 like {}", *here, *before));
    auto chosen = static_cast<plan>(-1);
    const auto run = run_once(the_device(), [&] { return choose_plan(chosen); });
    if (const auto causes = causes_in(run); !causes.empty()) {
        report().fail(causes, phrase("choose_plan on the second of two devices"));
    }
    if (chosen != fitting(0)) {
        report().fail({"overlap-without-gain/other-device",
                       {{"machine", *here},
                        {"before", *before},
                        {"chosen", name_of(chosen)},
                        {"wanted", name_of(fitting(0))}},
                       {}});
    }
}

struct measured {
    comparison times;
    observation seen;
    stage_times stages;
    nanoseconds in_turn{0};  ///< all stages one after the other
};

bool hardly_slower_than_serial(const comparison& c) {
    return static_cast<double>(c.measured.count()) <=
           (hardly_slower + c.doubt) * static_cast<double>(c.serial.count());
}

measured measure_on(const std::string& machine, const goal& wanted) {
    auto& device = the_device();
    job_size size{large_chunks * large_chunk(), large_chunk(), 1};
    measured m;
    m.times = measured_without_doubt(device, wanted, [&] {
        size.steps = calibrated_steps(device, size.chunk, 1.0);
        m.stages = measure_stages(device, size.chunk, size.steps);
        auto once = compare(
            device,
            [&] {
                auto work = pinned_job(size);
                return work.run([&] {
                    return blocking_baseline(device, work.input(), work.output(), size.count,
                                             size.chunk, size.steps);
                });
            },
            [&] { return process_once(size, machine); });
        once.bound = pipeline_bound(m.stages, size.chunks());
        return once;
    });
    m.in_turn = stages_in_turn(m.stages, size.chunks());
    m.seen = observe(m.times.learner, size.chunks(), size.chunk_bytes());
    m.seen.serial = m.times.serial;
    m.seen.bound = m.times.bound;
    return m;
}

/// The gap that a device with this many copy engines lets one close is closed.
void check_gap(const measured& m, const std::string& machine, int copy_engines) {
    require_long_stages(m.stages);
    require_gap(m.times);
    report().give_partly(partial_share(m.times, m.in_turn, wanted_gap));
    check_rules({buffers_beyond_plan(copy_engines)}, m.seen);
    if (m.times.closed_gap() < wanted_gap) {
        check_rules(
            {pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy, device_wide_wait,
             sync_in_loop, implicit_barriers, chunk_too_large, chunk_too_small, single_stream},
            m.seen);
        check_rules({copy_engines >= 2 ? one_direction_at_a_time : upload_behind_download}, m.seen);
        check_rules(
            {overlap_without_gain, too_few_buffers, held_by_host_functions, not_enough_overlap},
            m.seen);
    }
    report().note(phrase("{:.0f} % of the possible gain on {} (asked for: {:.0f} %).",
                         100 * m.times.closed_gap(), machine, 100 * wanted_gap));
}

std::string required_machine(int copy_engines, const words& why_not) {
    const auto machine = machine_with(the_device(), copy_engines);
    if (!machine) {
        report().leave_open(left_to_simulator(why_not));
    }
    if (*machine != the_device().machines().front()) {
        report().decides_here();  // on no other device is this looked at
    }
    return *machine;
}

}  // namespace

TEST_CASE("right results") {
    std::vector<words> names;
    for (const auto& machine : the_device().machines()) {
        const as_machine now(the_device(), machine);
        check_results(telling_sizes(small_chunk),
                      [&](const job_size& size) { return process_once(size, machine); });
        names.emplace_back(machine);
    }
    report().note(phrase("Every element right, whatever the device: {}.", listed(names)));
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    the_device().start_afresh();
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_run);
}

TEST_CASE("the plan fits the device") {
    report().require_passed("right results");
    report().decides_here();  // what is asked about the other machines is asked nowhere else
    std::vector<words> names;
    for (const auto& machine : the_device().machines()) {
        report().doing(phrase("on {}", machine));
        check_plan_on(machine);
        names.emplace_back(machine);
    }
    check_plan_behind_another();
    report().note(phrase("The right plan on {}, and on the second of two devices.", listed(names)));
}

TEST_CASE("two copy engines") {
    report().require_passed("the plan fits the device");
    const auto machine =
        required_machine(2, phrase("This device cannot copy in both directions at once."));
    const as_machine now(the_device(), machine);
    const auto m = measure_on(machine, gap_closed(wanted_gap));
    report().set_metrics(m.times.figures(), machine);
    report().add_timeline(machine + ", in turn", m.times.baseline.recorded);
    report().add_timeline(machine + ", yours", m.times.learner.recorded);
    check_gap(m, machine, 2);
}

TEST_CASE("one copy engine") {
    report().require_passed("the plan fits the device");
    const auto machine = required_machine(1, phrase("This device has more than one copy engine."));
    const as_machine now(the_device(), machine);
    const auto m = measure_on(machine, gap_closed(wanted_gap));
    report().add_timeline(machine + ", in turn", m.times.baseline.recorded);
    report().add_timeline(machine + ", yours", m.times.learner.recorded);
    check_gap(m, machine, 1);
}

TEST_CASE("no copy engine") {
    report().require_passed("the plan fits the device");
    const auto machine = required_machine(0, phrase("This device can copy while a kernel runs."));
    const as_machine now(the_device(), machine);
    const auto m = measure_on(machine, hardly_slower_than_serial);
    check_rules({buffers_beyond_plan(0)}, m.seen);
    const double ratio =
        static_cast<double>(m.times.measured.count()) / static_cast<double>(m.times.serial.count());
    if (!hardly_slower_than_serial(m.times)) {
        check_rules({pinned_per_chunk, allocation_in_loop, chunk_too_small, blocking_copy,
                     device_wide_wait, sync_in_loop, overlap_without_gain, not_enough_overlap},
                    m.seen);
    }
    report().note(
        phrase("{:.2f} times the time of blocking copies on {}, with one buffer.", ratio, machine));
}
