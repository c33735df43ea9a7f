// Lab 02: pinned memory, allocated and registered.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/harness/producer.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"
#include "labs/02-pinned-memory/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t small_chunk = 1000;  // not a multiple of a block of threads
constexpr std::size_t simulated_chunk = std::size_t{1} << 18;  // 1 MiB
constexpr std::size_t large_chunks = 6;

/// What time is measured with.
std::size_t large_chunk() {
    return the_device().for_timing(simulated_chunk);
}

/// 10 GB/s: what a host's own loop writes.
constexpr double ns_per_element = 0.4;

producer produce_for(const job_size& size) {
    return {the_device(), size.count, report().seed(), ns_per_element};
}

/// The block's own input is not used: it comes from the producer.
block_job pageable_job(const job_size& size) {
    return {the_device(), size, host_memory::pageable, host_memory::pageable, report().seed()};
}

attempt call_process(block_job& work) {
    const auto& size = work.size();
    return work.run([&] {
        return process({produce_for(size), work.output(), size.count, size.chunk, size.steps});
    });
}

attempt process_once(const job_size& size) {
    auto work = pageable_job(size);
    work.look_at_one_of(the_device().data_stride());
    auto run = call_process(work);
    if (const auto causes = work.causes(run); !causes.empty()) {
        report().fail(causes, size.text());
    }
    return run;
}

attempt run_of(std::size_t count) {
    auto work = pageable_job({count, small_chunk, 7});
    return call_process(work);
}

attempt small_run() {
    return run_of(3 * small_chunk);
}

/// The same from and to pageable memory.
cudaError_t process_pageable(block_job& work) {
    const auto& size = work.size();
    const auto produce = produce_for(size);
    std::vector<std::uint32_t> chunk(size.chunk);
    void* buffer = nullptr;
    auto error = cudaMalloc(&buffer, size.chunk_bytes().value);
    for (std::size_t first = 0; first < size.count && error == cudaSuccess; first += size.chunk) {
        const auto count = std::min(size.chunk, size.count - first);
        produce(first, count, chunk.data());
        error = blocking_chunk(the_device(), static_cast<std::uint32_t*>(buffer), chunk.data(),
                               work.output() + first, count, size.steps);
    }
    static_cast<void>(cudaFree(buffer));
    return error;
}

attempt pageable_run(const job_size& size) {
    auto work = pageable_job(size);
    return work.run([&] { return process_pageable(work); });
}

/// GB/s of all copies between host and device.
double copy_rate(const timeline::recording& recorded) {
    bytes moved{};
    nanoseconds taken{0};
    for (const auto& op : pick(recorded, is_transfer)) {
        moved += op.size;
        taken += op.end - op.start;
    }
    return timeline::to_gb_per_s(moved, taken);
}

nanoseconds producing(const timeline::recording& recorded) {
    nanoseconds sum{0};
    for (const auto& op : recorded.operations) {
        sum += op.kind == op_kind::host_work ? op.end - op.start : nanoseconds{0};
    }
    return sum;
}

double pinning_ms(const timeline::recording& recorded) {
    nanoseconds sum{0};
    for (const auto& op : recorded.operations) {
        const bool pins = op.name == "cudaMallocHost" || op.name == "cudaHostAlloc" ||
                          op.name == "cudaHostRegister" || op.name == "cudaHostUnregister" ||
                          op.name == "cudaFreeHost";
        sum += pins && is_on_host(op) ? op.end - op.start : nanoseconds{0};
    }
    return timeline::to_ms(sum);
}

}  // namespace

TEST_CASE("right results") {
    check_results(telling_sizes(small_chunk), process_once);
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_run);
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left([] { return run_of(0); });  // nothing was registered then
    check_nothing_left(small_run);
}

TEST_CASE("pinned copies") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    const auto steps = calibrated_steps(device, large_chunk(), 1.0);
    const auto stages = measure_stages(device, large_chunk(), steps);
    const job_size size{large_chunks * large_chunk(), large_chunk(), steps};
    auto c = compare(
        device, [&] { return pageable_run(size); }, [&] { return process_once(size); });
    // Producing is a stage too, the host's.
    c.bound = std::max(pipeline_bound(stages, size.chunks()),
                       producing(c.baseline.recorded) + stages.h2d + stages.kernel + stages.d2h);
    report().set_metrics(c.figures());
    report().add_timeline("from pageable memory", c.baseline.recorded);
    report().add_timeline("yours", c.learner.recorded);

    check_rules(
        {pinned_per_chunk, allocation_in_loop, pageable_async, pageable_copy, write_combined_read,
         device_memory_beyond_one_chunk, pinned_memory_beyond_a_few_chunks},
        observe(c.learner, size.chunks(), size.chunk_bytes()));
    report().note(
        phrase("Your copies ran at {:.1f} GB/s, from and to pageable memory it is {:.1f} "
               "GB/s. Pinning and "
               "giving back took {:.2f} ms, once; the speedup leaves that out.",
               copy_rate(c.learner.recorded), copy_rate(c.baseline.recorded),
               pinning_ms(c.learner.recorded)));
}
