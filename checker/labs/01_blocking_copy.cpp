// Lab 01: blocking copies, chunk by chunk through one device buffer.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/tests/catch.hpp"
#include "labs/01-blocking-copy/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 18;  // 1 MiB
constexpr std::size_t large_chunks = 6;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

attempt process_once(const job_size& size) {
    block_job job(the_device(), size, host_memory::pageable, host_memory::pageable,
                  report().seed());
    auto run = job.run([&] {
        return process({job.input(), job.output(), size.count, size.chunk, size.steps});
    });
    if (const auto causes = job.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

attempt small_case() {
    const job_size size{3 * small_chunk, small_chunk, 7};
    block_job job(the_device(), size, host_memory::pageable, host_memory::pageable, 1);
    return job.run([&] {
        return process({job.input(), job.output(), size.count, size.chunk, size.steps});
    });
}

}  // namespace

TEST_CASE("right results") {
    check_results(telling_sizes(small_chunk), process_once);
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_case);
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_case);
}

TEST_CASE("one buffer") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    const auto steps = calibrated_steps(device, large_chunk(), 1.0);
    const auto stages = measure_stages(device, large_chunk(), steps);
    const job_size size{large_chunks * large_chunk(), large_chunk(), steps};

    auto c = compare(
        device,
        [&] {
            block_job job(device, size, host_memory::pageable, host_memory::pageable, 1);
            return job.run([&] {
                return blocking_baseline(device, job.input(), job.output(), size.count, size.chunk,
                                         size.steps);
            });
        },
        [&] { return process_once(size); });
    c.bound = pipeline_bound(stages, large_chunks);
    report().set_metrics(c.figures());
    report().add_timeline("yours", c.learner.recorded);

    check_rules({allocation_in_loop, device_memory_beyond_one_chunk},
                observe(c.learner, size.chunks(), size.chunk_bytes()));
    report().note(phrase(
        "The GPU computed {:.0f} % of the time: that is the number to beat in the labs to come.",
        100 * c.overlap.of(timeline::engine::compute).share));
}
