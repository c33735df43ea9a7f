// Lab 11: what chunks need of one another decides what may run at the same time.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "checker/harness/checks.hpp"
#include "checker/labs/11_dependent_job.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr std::array all_patterns = {::pattern::independent, ::pattern::kernel_to_kernel,
                                     ::pattern::through_the_host, ::pattern::sum_at_the_end};
constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 17;  // 512 KiB
constexpr std::size_t large_chunks = 9;
/// Three places reach it in each pattern that leaves something to overlap; two do not.
constexpr double wanted_gap = 0.85;
/// Where nothing can overlap: what the calls may cost more than the blocking ones.
constexpr double no_slower = 1.02;
/// Preparing a chunk, as a share of the time of its upload.
constexpr double prepare_share = 0.25;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

dependent_job job_of(::pattern needs, const job_size& size, double prepare_ns = 1.0) {
    return {the_device(), needs, size, report().seed(), prepare_ns};
}

attempt process_once(dependent_job& work) {
    auto run = work.run([&] { return process(work.asked()); });
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, phrase("{}: {}", to_text(work.needs()), work.size().text()));
    }
    return run;
}

attempt small_run(::pattern needs) {
    auto work = job_of(needs, {6 * small_chunk, small_chunk, 7});
    return work.run([&] { return process(work.asked()); });
}

/// One step after the other, chunk by chunk. The kernel's time is that of every pattern's.
cudaError_t blocking_way(dependent_job& work) {
    auto& device = the_device();
    const auto asked = work.asked();
    const auto size = work.size();
    const bool adds_up = asked.needs == ::pattern::sum_at_the_end;
    void* memory = nullptr;
    auto error = cudaMalloc(&memory, size.chunk_bytes().value);
    auto* const buffer = static_cast<std::uint32_t*>(memory);
    for (std::size_t first = 0; first < size.count && error == cudaSuccess; first += size.chunk) {
        const auto count = std::min(size.chunk, size.count - first);
        const auto length = count * sizeof(std::uint32_t);
        if (asked.prepare) {
            asked.prepare(first, count);
        }
        error = cudaMemcpy(buffer, asked.input + first, length, cudaMemcpyHostToDevice);
        if (error == cudaSuccess) {
            device.launch_kernel(buffer, count, size.steps, nullptr);
            const bool is_last = first + count == size.count;
            error = adds_up && !is_last ? cudaDeviceSynchronize()
                                        : cudaMemcpy(asked.output + (adds_up ? 0 : first), buffer,
                                                     length, cudaMemcpyDeviceToHost);
        }
    }
    static_cast<void>(cudaFree(memory));
    return error;
}

bool no_slower_than_serial(const comparison& c) {
    return static_cast<double>(c.measured.count()) <=
           (no_slower + c.doubt) * static_cast<double>(c.serial.count());
}

/// What is added up is downloaded once, when all kernels are done.
stage_times without_downloads(stage_times stages) {
    stages.h2d_beside = stages.h2d;
    stages.d2h = stages.d2h_beside = nanoseconds{0};
    return stages;
}

struct timed_pattern {
    comparison c;
    observation seen;
    nanoseconds in_turn{0};  ///< all stages one after the other
};

timed_pattern measure_once(::pattern needs) {
    auto& device = the_device();
    const auto steps = calibrated_steps(device, large_chunk(), 0.9);
    const auto stages = measure_stages(device, large_chunk(), steps);
    const job_size size{large_chunks * large_chunk(), large_chunk(), steps};
    const double prepare_ns = prepare_share * static_cast<double>(stages.h2d.count()) /
                              static_cast<double>(large_chunk());
    // Where nothing overlaps, nothing has to show.
    if (needs != ::pattern::through_the_host) {
        require_long_stages(stages);
    }
    timed_pattern t;
    t.c = compare(
        device,
        [&] {
            auto work = job_of(needs, size, prepare_ns);
            return work.run([&] { return blocking_way(work); });
        },
        [&] {
            auto work = job_of(needs, size, prepare_ns);
            return process_once(work);
        });
    const bool adds_up = needs == ::pattern::sum_at_the_end;
    const auto each = adds_up ? without_downloads(stages) : stages;
    const auto at_the_end = adds_up ? stages.d2h : nanoseconds{0};
    t.c.bound = pipeline_bound(each, size.chunks()) + at_the_end;
    t.in_turn = stages_in_turn(each, size.chunks()) + at_the_end;
    return t;
}

timed_pattern measure(::pattern needs, const goal& wanted) {
    auto& device = the_device();
    device.start_afresh();
    require_copies_both_ways();
    timed_pattern t;
    t.c = measured_without_doubt(device, wanted, [&] {
        const auto once = measure_once(needs);
        t.in_turn = once.in_turn;
        return once.c;
    });
    t.seen = observe(t.c.learner, large_chunks, {large_chunk() * sizeof(std::uint32_t)});
    t.seen.serial = t.c.serial;
    t.seen.bound = t.c.bound;
    return t;
}

/// A pattern in which copies and kernels of different chunks can run at the same time.
void check_overlap(::pattern needs) {
    report().require_passed("right results");
    const auto [c, seen, in_turn] = measure(needs, gap_closed(wanted_gap));
    // The verdict has one set of figures: those of the pattern that lacks most, where one lacks
    // clearly more than the first.
    constexpr double clearly = 0.1;
    const auto least = report().so_far().metrics.closed_gap;
    if (!least || c.closed_gap() < *least - clearly) {
        report().set_metrics(c.figures(), to_text(needs));
    }
    report().add_timeline(fmt::format("{}, in turn", to_text(needs)), c.baseline.recorded);
    report().add_timeline(fmt::format("{}, yours", to_text(needs)), c.learner.recorded);
    require_gap(c);
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, in_turn, wanted_gap));
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, sync_in_loop, legacy_default_stream, chunk_too_large,
                     chunk_too_small, single_stream, overlap_without_gain, too_few_buffers,
                     upload_waits_for_the_neighbour, held_by_host_functions, not_enough_overlap},
                    seen);
    }
    report().note(phrase("{:.0f} % of the possible gain (asked for: {:.0f} %).",
                         100 * c.closed_gap(), 100 * wanted_gap));
}

}  // namespace

TEST_CASE("right results") {
    for (const auto needs : all_patterns) {
        for (const auto& size : telling_sizes(small_chunk)) {
            report().doing(phrase("{}, with {}", to_text(needs), size.text()));
            the_device().start_afresh();
            auto work = job_of(needs, size);
            static_cast<void>(process_once(work));
        }
    }
    for (const auto needs : all_patterns) {
        the_device().start_afresh();
        auto work = job_of(needs, {12 * small_chunk, small_chunk, 7});
        const auto run = process_once(work);
        check_rules({device_memory_beyond_a_few_chunks},
                    observe(run, 12, work.size().chunk_bytes()));
    }
    report().note(
        phrase("Every element right in each of the four patterns, for 0 to 12000 elements."));
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    for (const auto needs : all_patterns) {
        check_errors([needs] { return small_run(needs); }, after_error::no_work_under_way);
    }
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    for (const auto needs : all_patterns) {
        check_nothing_left([needs] { return small_run(needs); });
    }
}

TEST_CASE("through the host") {
    report().require_passed("right results");
    const auto [c, seen, in_turn] = measure(::pattern::through_the_host, no_slower_than_serial);
    require_steady(c);
    if (!no_slower_than_serial(c)) {
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, chunk_too_small,
                     overlap_without_gain, slower_than_serial},
                    seen);
    }
    report().note(phrase("{:.2f} ms; {:.2f} ms with blocking copies. Nothing can overlap here.",
                         timeline::to_ms(c.measured), timeline::to_ms(c.serial)));
}

TEST_CASE("independent chunks") {
    check_overlap(::pattern::independent);
}

TEST_CASE("sum at the end") {
    check_overlap(::pattern::sum_at_the_end);
}

TEST_CASE("kernel to kernel") {
    check_overlap(::pattern::kernel_to_kernel);
}
