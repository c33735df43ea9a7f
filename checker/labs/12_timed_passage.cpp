#include "checker/labs/12_timed_passage.hpp"

#include <algorithm>
#include <map>

#include "checker/harness/report.hpp"
#include "checker/harness/the_device.hpp"
#include "common/timeline/working_time.hpp"
#include "common/workload/pattern.hpp"

namespace checker {
namespace {

constexpr double kernel_share = 0.9;  // of a copy
/// Producing, and consuming, as a share of the time of a copy.
constexpr double host_share = 0.12;

std::vector<std::size_t> sizes_for_timing() {
    const std::size_t first_turned = workload::pattern(report().seed()).value(0) % 2;
    std::vector<std::size_t> sizes(large_blocks(), large_block() / 4 * 3);
    // Small and large in pairs, every other pair turned round: an even rhythm of small and large
    // would suit three slots, which are too few for any other.
    for (std::size_t i = 1; i + 2 < sizes.size(); i += 2) {
        const std::size_t turned = (i / 2 + first_turned) % 2;
        sizes[i + turned] = large_block() / 2;
        sizes[i + 1 - turned] = large_block();
    }
    return sizes;
}

}  // namespace

std::size_t large_block() {
    constexpr std::size_t simulated_block = std::size_t{1} << 19;  // 2 MiB
    return the_device().for_timing(simulated_block);
}

std::size_t large_blocks() {
    constexpr std::size_t simulated_blocks = 11;
    constexpr std::size_t enough_blocks = 41;
    return the_device().for_timing(simulated_blocks, enough_blocks);
}

feed_plan plan_for_timing(device_session& device) {
    feed_plan plan{sizes_for_timing(), calibrated_steps(device, large_block(), kernel_share)};
    const auto copy = measure_stages(device, large_block(), 1).h2d;
    plan.ns_per_element =
        host_share * static_cast<double>(copy.count()) / static_cast<double>(large_block());
    return plan;
}

cudaError_t blocking_passage(device_session& device, block_feed& feed) {
    const std::size_t size = feed.plan().largest() * sizeof(std::uint32_t);
    void* buffer = nullptr;
    void* pinned = nullptr;
    auto error = cudaMalloc(&buffer, size);
    error = error != cudaSuccess ? error : cudaMallocHost(&pinned, size);
    auto* const host = static_cast<std::uint32_t*>(pinned);
    std::size_t count = 0;
    while (error == cudaSuccess && (error = feed.produce(host, count)) == cudaSuccess &&
           count > 0) {
        error = blocking_chunk(device, static_cast<std::uint32_t*>(buffer), host, host, count,
                               feed.plan().steps);
        error = error != cudaSuccess ? error : feed.consume(host, count);
    }
    static_cast<void>(cudaFree(buffer));
    static_cast<void>(cudaFreeHost(pinned));
    return error;
}

throughput_limits limits_of(device_session& device, const feed_plan& plan) {
    std::map<std::size_t, stage_times> known;
    stage_times sum;
    double host = 0;
    for (const auto size : plan.sizes) {
        if (!known.contains(size)) {
            known[size] = measure_stages(device, size, plan.steps);
        }
        const auto& t = known[size];
        sum = {sum.h2d + t.h2d, sum.kernel + t.kernel, sum.d2h + t.d2h,
               sum.h2d_beside + t.h2d_beside, sum.d2h_beside + t.d2h_beside};
        host += 2 * plan.ns_per_element * static_cast<double>(size);
    }
    const auto n = static_cast<std::int64_t>(plan.sizes.size());
    const stage_times mean{sum.h2d / n, sum.kernel / n, sum.d2h / n, sum.h2d_beside / n,
                           sum.d2h_beside / n};
    const nanoseconds by_host{static_cast<std::int64_t>(host)};
    return {std::max(pipeline_bound(mean, plan.sizes.size()) + by_host / n, by_host),
            sum.h2d + sum.kernel + sum.d2h + by_host};
}

timeline::recording without_setup(timeline::recording recorded) {
    const auto work = working_time(recorded);
    auto& all = recorded.operations;
    std::erase_if(all, [&](const timeline::operation& op) {
        return op.end <= work.start || op.start >= work.end;
    });
    return recorded;
}

}  // namespace checker
