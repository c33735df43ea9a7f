// Lab 07: a fork and a join over streams of the caller's, beside work that has nothing to do with
// them.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/harness/counted.hpp"
#include "checker/labs/07_beside_others.hpp"
#include "checker/labs/07_fork_and_join.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_block = 1000;
constexpr std::size_t simulated_block = std::size_t{1} << 20;  // 4 MiB
constexpr double wanted_gap = 0.85;

/// What time is measured with.
std::size_t large_block() {
    return the_device().for_timing(simulated_block, 4 * device_session::of_8_mib);
}

attempt combine_once(const job_size& size) {
    fork_and_join work(size.count, size.steps);
    std::uint64_t sum = 0x0123456789abcdef;
    auto run = work.run(sum);
    if (const auto causes = work.causes(run, sum); !causes.empty()) {
        report().fail(causes, elements_of(size.count));
    }
    return run;
}

attempt small_run() {
    fork_and_join work(small_block, 7);
    std::uint64_t sum = 0;
    return work.run(sum);
}

/// Blocking calls with nothing beside them, against the learner's way beside the caller's other
/// kernel.
comparison compare_with_blocking(unsigned int steps, const stage_times& stages,
                                 accompanied& beside) {
    auto& device = the_device();
    const auto all_stages = 2 * stages.h2d + 2 * stages.kernel + stages.d2h;
    const auto steps_of_other = steps_of_other_work(2 * all_stages);
    auto c = compare(
        device,
        [&] {
            fork_and_join work(large_block(), steps);
            return run_once(device, [&] { return work.blocking_way(); });
        },
        [&] {
            fork_and_join work(large_block(), steps);
            beside = combine_beside(work, steps_of_other);
            if (!beside.causes.empty()) {
                report().fail(beside.causes, elements_of(large_block()));
            }
            return beside.run;
        });
    // The baseline's last kernel stands in for the sum, and counts as long as the sum took.
    const auto sum_time = time_of_kernels(c.learner.recorded, "add_to");
    const auto stand_in = pick(c.baseline.recorded, is_device_work).rbegin()[1];
    c.serial = time_taken(c.baseline.recorded) + sum_time - (stand_in.end - stand_in.start);
    c.measured = time_taken(c.learner.recorded);
    // One after the other: both uploads, the right kernel, the sum, the download. The left kernel
    // runs beside the second upload.
    const auto least = work_beside_other(large_block(), steps, steps_of_other);
    c.bound = least.uploads + least.kernel + sum_time + least.download;
    c.overlap = timeline::measure_overlap(c.learner.recorded);
    return c;
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
    require_overlap();
    accompanied beside;
    const auto c = measured_without_doubt(device, gap_closed(wanted_gap), [&] {
        const auto steps = calibrated_steps(device, large_block(), 1.0);
        const auto stages = measure_stages(device, large_block(), steps);
        return compare_with_blocking(steps, stages, beside);
    });
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", c.baseline.recorded);
    report().add_timeline("yours, beside another", beside.picture);
    require_gap(c);

    if (const auto found = waits_for_others(beside)) {
        report().fail(*found);
    }
    auto seen = observe(c.learner, 2, {large_block() * sizeof(std::uint32_t)});
    seen.serial = c.serial;
    seen.measured = c.measured;
    seen.bound = c.bound;
    if (c.closed_gap() < wanted_gap) {
        check_rules({pageable_async, blocking_copy, single_stream, host_between_streams,
                     kernel_waits_for_its_like, waits_for_both_uploads, held_by_host_functions,
                     not_enough_overlap},
                    seen);
    }
    // These may cost little here. Whatever else the host has to do would be held up all the same,
    // and so would a kernel beside which there is room for another.
    check_rules({host_between_streams, kernel_waits_for_its_like}, seen);
    report().note(phrase(
        "{:.0f} % of the possible gain (asked for: {:.0f} %), and the caller's other kernel ran on "
        "for {:.2f} ms after your last wait.",
        100 * c.closed_gap(), 100 * wanted_gap,
        timeline::to_ms(beside.other.end - end_of_work(beside.run.recorded))));
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
