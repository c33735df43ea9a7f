// Lab 04: chunks over a few streams; copies of one chunk beside the kernel of another.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/tests/catch.hpp"
#include "labs/04-streams/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 18;  // 1 MiB
constexpr std::size_t large_chunks = 8;
/// Three lanes reach it on any machine that can overlap; two cannot, in place.
constexpr double wanted_gap = 0.88;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

job asked(block_job& of) {
    return {of.input(), of.output(), of.size().count, of.size().chunk, of.size().steps};
}

block_job pinned_job(const job_size& size) {
    return {the_device(), size, host_memory::pinned, host_memory::pinned, report().seed()};
}

attempt process_once(const job_size& size) {
    auto work = pinned_job(size);
    auto run = work.run([&] { return process(asked(work)); });
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

attempt small_run() {
    auto work = pinned_job({5 * small_chunk, small_chunk, 7});
    return work.run([&] { return process(asked(work)); });
}

comparison compare_with_blocking(const job_size& size) {
    return compare(
        the_device(),
        [&] {
            auto work = pinned_job(size);
            return work.run([&] {
                return blocking_baseline(the_device(), work.input(), work.output(), size.count,
                                         size.chunk, size.steps);
            });
        },
        [&] { return process_once(size); });
}

}  // namespace

TEST_CASE("right results") {
    check_results(telling_sizes(small_chunk), process_once);
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_run);
}

TEST_CASE("overlap") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    require_copies_both_ways();
    job_size size{large_chunks * large_chunk(), large_chunk(), 1};
    stage_times stages;
    const auto c = measured_without_doubt(device, gap_closed(wanted_gap), [&] {
        size.steps = calibrated_steps(device, size.chunk, 1.0);
        stages = measure_stages(device, size.chunk, size.steps);
        require_long_stages(stages);
        auto once = compare_with_blocking(size);
        once.bound = pipeline_bound(stages, size.chunks());
        return once;
    });
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", c.baseline.recorded);
    report().add_timeline("yours", c.learner.recorded);
    require_gap(c);

    auto seen = observe(c.learner, size.chunks(), size.chunk_bytes());
    seen.serial = c.serial;
    seen.bound = c.bound;
    check_rules({device_memory_beyond_a_few_chunks}, seen);
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, stages_in_turn(stages, size.chunks()), wanted_gap));
        check_rules(
            {pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy, device_wide_wait,
             sync_in_loop, legacy_default_stream, chunk_too_large, chunk_too_small, single_stream,
             overlap_without_gain, too_few_buffers, held_by_host_functions, not_enough_overlap},
            seen);
    }
    report().note(phrase(
        "{:.0f} % of the possible gain (asked for: {:.0f} %); {} of {} copies ran beside a kernel.",
        100 * c.closed_gap(), 100 * wanted_gap, c.overlap.copies_beside_kernel, c.overlap.copies));
}
