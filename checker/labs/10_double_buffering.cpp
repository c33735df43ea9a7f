// Lab 10: two buffers of each kind, an event for each buffer and direction.

#include <fmt/core.h>

#include <algorithm>

#include "checker/harness/checks.hpp"
#include "checker/harness/producer.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"
#include "labs/10-double-buffering/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 19;  // 2 MiB
constexpr std::size_t large_chunks = 12;
/// Producing takes this share of an upload: the host is a stage, and not the longest.
constexpr double producing_share = 0.25;
/// Two buffers of each kind reach it; two sets whose parts are held together do not.
constexpr double wanted_gap = 0.92;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

double ns_per_element(const stage_times& stages) {
    return producing_share * static_cast<double>(stages.h2d.count()) /
           static_cast<double>(large_chunk());
}

/// The block's own input is not used: it comes from the producer.
block_job job_of(const job_size& size) {
    return {the_device(), size, host_memory::pageable, host_memory::pinned, report().seed()};
}

attempt call_process(block_job& work, const producer& produce) {
    const auto& size = work.size();
    return work.run([&] {
        return process({produce, work.output(), size.count, size.chunk, size.steps});
    });
}

attempt process_with(const job_size& size, double ns_per_element) {
    auto work = job_of(size);
    work.look_at_one_of(the_device().data_stride());
    auto run = call_process(work, {the_device(), size.count, report().seed(), ns_per_element});
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

attempt process_once(const job_size& size) {
    return process_with(size, 1.0);
}

attempt small_run() {
    const job_size size{5 * small_chunk, small_chunk, 7};
    auto work = job_of(size);
    return call_process(work, {the_device(), size.count, report().seed(), 1.0});
}

/// One step after the other, from a pinned buffer.
cudaError_t blocking_way(block_job& work, const producer& produce) {
    const auto& size = work.size();
    void* staging = nullptr;
    void* buffer = nullptr;
    auto error = cudaMallocHost(&staging, size.chunk_bytes().value);
    if (error == cudaSuccess) {
        error = cudaMalloc(&buffer, size.chunk_bytes().value);
    }
    auto* const pinned = static_cast<std::uint32_t*>(staging);
    for (std::size_t first = 0; first < size.count && error == cudaSuccess; first += size.chunk) {
        const auto count = std::min(size.chunk, size.count - first);
        produce(first, count, pinned);
        error = blocking_chunk(the_device(), static_cast<std::uint32_t*>(buffer), pinned,
                               work.output() + first, count, size.steps);
    }
    static_cast<void>(cudaFree(buffer));
    static_cast<void>(cudaFreeHost(staging));
    return error;
}

attempt blocking_run(const job_size& size, double ns_per_element) {
    auto work = job_of(size);
    const producer produce(the_device(), size.count, report().seed(), ns_per_element);
    return work.run([&] { return blocking_way(work, produce); });
}

/// Pinning takes long, happens once, and is not what the picture is about.
timeline::recording without_pinning(timeline::recording recorded) {
    std::erase_if(recorded.operations, [](const operation& op) {
        return is_on_host(op) && (op.name == "cudaMallocHost" || op.name == "cudaHostAlloc" ||
                                  op.name == "cudaFreeHost");
    });
    return recorded;
}

}  // namespace

TEST_CASE("right results") {
    check_results(telling_sizes(small_chunk), process_once);
}

TEST_CASE("overlap") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    require_copies_both_ways();
    job_size size{large_chunks * large_chunk(), large_chunk(), 1};
    nanoseconds in_turn{0};
    const auto c = measured_without_doubt(device, gap_closed(wanted_gap), [&] {
        size.steps = calibrated_steps(device, size.chunk, 1.0);
        const auto stages = measure_stages(device, size.chunk, size.steps);
        require_long_stages(stages, 1.6);  // with events, a wait of the host's, and producing
        const double produce_ns = ns_per_element(stages);
        auto once = compare(
            device, [&] { return blocking_run(size, produce_ns); },
            [&] { return process_with(size, produce_ns); });
        // The first chunk has to be produced before anything else can begin; the host produces
        // beside the device in the loop that was given already.
        const nanoseconds producing{std::llround(produce_ns * static_cast<double>(size.chunk))};
        once.bound = producing + pipeline_bound(stages, size.chunks());
        in_turn = producing + stages_in_turn(stages, size.chunks());
        return once;
    });
    report().set_metrics(c.figures());
    report().add_timeline("one step after the other", without_pinning(c.baseline.recorded));
    report().add_timeline("yours", without_pinning(c.learner.recorded));
    require_gap(c);

    auto seen = observe(c.learner, size.chunks(), size.chunk_bytes());
    seen.serial = c.serial;
    seen.bound = c.bound;
    check_rules({device_memory_beyond_four_chunks, pinned_memory_beyond_a_few_chunks}, seen);
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, in_turn, wanted_gap));
        check_rules(
            {pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy, device_wide_wait,
             one_stream_to_wait_for, sync_in_loop, legacy_default_stream, chunk_too_large,
             chunk_too_small, single_stream, too_few_buffers_of_each_kind, one_buffer_used,
             shared_event, waits_for_the_neighbour, input_held_for_download, overlap_without_gain,
             held_by_host_functions, not_enough_overlap},
            seen);
    }
    report().note(phrase(
        "{:.0f} % of the possible gain (asked for: {:.0f} %), with two buffers of each kind.",
        100 * c.closed_gap(), 100 * wanted_gap));
}

// The loop that you were given does these two already: they count once it overlaps.

TEST_CASE("errors passed on") {
    report().require_passed("overlap");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("nothing left behind") {
    report().require_passed("overlap");
    check_nothing_left(small_run);
}
