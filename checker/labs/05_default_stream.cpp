// Lab 05: no call is a barrier for work that it has nothing to do with, and the order between
// chunks that is really needed is kept.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/harness/rules/barriers.hpp"
#include "checker/labs/05_digest_job.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 19;  // 2 MiB: longer than its calls
constexpr std::size_t large_chunks = 8;
constexpr double kernel_share = 0.7;  // of a copy: the small kernels take the rest
constexpr double wanted_gap = 0.85;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk, 2 * device_session::of_8_mib);
}

attempt process_once(const job_size& size) {
    digest_job work(size);
    auto run = work.run(process);
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

/// What is in the default stream is not waited for by a thread that waits for its own stream: that
/// it is there is the mistake, and to wait for it would be another.
std::optional<finding> cause_in_default_stream(const std::vector<finding>& causes,
                                               const attempt& run, const job_size& size) {
    const bool only_left_under_way =
        std::all_of(causes.begin(), causes.end(), [](const finding& f) {
            return f.id() == "freed-in-use" || f.id() == "returned-with-work-pending";
        });
    return only_left_under_way ? first_of({threads_share_the_default_stream, implicit_barriers},
                                          checker::observe(run, size.chunks(), size.chunk_bytes()))
                               : std::nullopt;
}

attempt shares_once(const job_size& size) {
    digest_job work(size);
    auto run = work.run(by_threads);
    if (auto causes = work.causes_of_output(run); !causes.empty()) {
        if (const auto cause = cause_in_default_stream(causes, run, size)) {
            causes = {*cause};
        }
        report().fail(causes,
                      phrase("process_share, {} threads, {}", threads_of_a_job, size.text()));
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

job_size large_job() {
    return {large_chunks * large_chunk(), large_chunk(),
            calibrated_steps(the_device(), large_chunk(), kernel_share)};
}

void start_measuring() {
    the_device().start_afresh();
    require_copies_both_ways();
}

/// What waits for what is no matter of time, and seen best where nothing else goes on: there, this
/// decides about it.
void check_structure(const std::vector<rule>& rules, const observation& seen) {
    report().decides_here();
    check_rules(rules, seen);
    report().decides_where_asked();
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
    job_size size;
    const auto c = measured_without_doubt(the_device(), gap_closed(wanted_gap), [&] {
        size = large_job();
        auto once = compare(
            the_device(),
            [&] {
                digest_job work(size);
                return work.run(one_after_the_other);
            },
            [&] { return process_once(size); });
        const auto stages = measure_stages(the_device(), size.chunk, size.steps);
        require_long_stages(stages, 2.7);  // with a memset, two launches more, a record and a wait
        once.bound = pipeline_bound(stages, size.chunks());
        return once;
    });
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", c.baseline.recorded);
    report().add_timeline("yours", c.learner.recorded);
    require_gap(c);

    const auto seen = observe(c, size);
    // A barrier left costs points even where the time that it takes would do.
    report().give_partly(partial_share(c, time_of_device_work(c.baseline.recorded), wanted_gap));
    check_structure({device_memory_beyond_a_few_chunks, implicit_barriers}, seen);
    if (c.closed_gap() < wanted_gap) {
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, sync_in_loop, single_stream, chunk_too_large,
                     chunk_too_small, too_few_buffers, held_by_host_functions, not_enough_overlap},
                    seen);
    }
    note_gap(c);
}

TEST_CASE("own default streams") {
    report().require_passed("no barrier left");
    start_measuring();
    job_size size;
    stage_times stages;
    const auto c = measured_without_doubt(the_device(), gap_closed(wanted_gap), [&] {
        size = large_job();
        auto once = compare(
            the_device(),
            [&] {
                digest_job work(size);
                return work.run([](const job& asked) {
                    return blocking_baseline(the_device(), asked.input, asked.output, asked.count,
                                             asked.chunk, asked.steps);
                });
            },
            [&] { return shares_once(size); });
        stages = measure_stages(the_device(), size.chunk, size.steps);
        require_long_stages(stages);
        once.bound = pipeline_bound(stages, size.chunks());
        return once;
    });
    report().add_timeline("yours, by several threads", c.learner.recorded);
    require_gap(c);

    const auto seen = observe(c, size);
    report().give_partly(partial_share(c, stages_in_turn(stages, size.chunks()), wanted_gap));
    check_structure({device_memory_beyond_a_few_chunks, implicit_barriers, thread_waits_for_others},
                    seen);
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
