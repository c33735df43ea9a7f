// Lab 12: blocks from a producer through the device to a consumer; bounded memory, faults, an end.

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "checker/harness/checks.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/labs/12_faults.hpp"
#include "checker/labs/12_passage.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr std::size_t many_blocks = 1000;
constexpr std::size_t broken_block = 500;
constexpr std::size_t small_block = 200;
constexpr unsigned int few_steps = 7;
constexpr std::size_t simulated_block = std::size_t{1} << 19;  // 2 MiB
constexpr std::size_t large_blocks = 11;
constexpr std::uint64_t pinned_blocks = 16;  // as lab.hpp says
/// Four buffers reach it where the host is a fourth stage; two, in place, are far from it.
constexpr double wanted_gap = 0.9;
/// Producing, and consuming, as a share of the time of a copy.
constexpr double host_share = 0.12;

/// What time is measured with.
std::size_t large_block() {
    return the_device().for_timing(simulated_block);
}

/// Sizes between 1 and `largest`, each different from the next, the same in every run.
std::vector<std::size_t> uneven(std::size_t blocks, std::size_t largest) {
    const workload::pattern dice(report().seed());
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < blocks; ++i) {
        sizes.push_back(1 + dice.value(i) % largest);
    }
    return sizes;
}

attempt pass_all(const feed_plan& plan) {
    auto p = pass(plan);
    if (const auto found = causes(p); !found.empty()) {
        report().fail(found, phrase("{} blocks", plan.sizes.size()));
    }
    return std::move(p.run);
}

attempt small_run() {
    return pass({uneven(2 * blocks_under_way + 3, small_block), few_steps}).run;
}

feed_plan many() {
    return {uneven(many_blocks, small_block), few_steps};
}

// ---- faults ------------------------------------------------------------------------------------

void break_call(const passage& intact, op_kind stage, const words& what, cudaError_t error) {
    const auto call = call_for(intact, stage, broken_block);
    if (!call) {
        return;
    }
    report().doing(phrase("with a fault in {} of block {}", what, broken_block));
    the_device().start_afresh();
    the_device().plan_failure(call->api, call->nth, error);
    const auto p = pass(many());
    // Where threads share the work, the failure may meet a neighbour of the block.
    const auto here = reached(p, stage);
    const auto met =
        here == broken_block
            ? here
            : std::min({here, reached(p, op_kind::kernel), reached(p, op_kind::copy_d2h)});
    expect_clean_end(p, {what, broken_block, error, met});
}

void break_end(feed_plan plan, const words& what, cudaError_t error) {
    report().doing(phrase("with a fault in {} of block {}", what, broken_block));
    the_device().start_afresh();
    expect_clean_end(pass(plan), {what, broken_block, error, broken_block});
}

// ---- throughput --------------------------------------------------------------------------------

/// Half, three quarters and the whole of the largest, as mixed as dice, and 3/4 on average.
std::vector<std::size_t> sizes_for_timing() {
    const workload::pattern dice(report().seed());
    std::vector<std::size_t> sizes(large_blocks, large_block() / 4 * 3);
    for (std::size_t i = 1; i + 2 < sizes.size(); i += 2) {
        const std::size_t less = dice.value(i) % 2;
        sizes[i + less] = large_block() / 2;
        sizes[i + 1 - less] = large_block();
    }
    return sizes;
}

/// One block after the other, each through one pinned buffer with blocking copies.
cudaError_t blocking_passage(block_feed& feed) {
    const std::size_t size = feed.plan().largest() * sizeof(std::uint32_t);
    void* device = nullptr;
    void* pinned = nullptr;
    auto error = cudaMalloc(&device, size);
    error = error != cudaSuccess ? error : cudaMallocHost(&pinned, size);
    auto* const host = static_cast<std::uint32_t*>(pinned);
    std::size_t count = 0;
    while (error == cudaSuccess && (error = feed.produce(host, count)) == cudaSuccess &&
           count > 0) {
        error = blocking_chunk(the_device(), static_cast<std::uint32_t*>(device), host, host, count,
                               feed.plan().steps);
        error = error != cudaSuccess ? error : feed.consume(host, count);
    }
    static_cast<void>(cudaFree(device));
    static_cast<void>(cudaFreeHost(pinned));
    return error;
}

/// What the whole takes at best, and one stage after the other.
struct throughput_limits {
    nanoseconds bound{0};
    nanoseconds in_turn{0};
};

/// The pipeline's bound for blocks of the average time, and the host's share before the first
/// upload and after the last download. Or the host's own time, should that be longer.
throughput_limits limits_of(const feed_plan& plan) {
    std::map<std::size_t, stage_times> known;
    stage_times sum;
    double host = 0;
    for (const auto size : plan.sizes) {
        if (!known.contains(size)) {
            known[size] = measure_stages(the_device(), size, plan.steps);
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

/// What is to be seen in the picture: pinning the rings takes far longer than the whole work.
timeline::recording without_setup(timeline::recording recorded) {
    const auto work = working_time(recorded);
    auto& all = recorded.operations;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const operation& op) {
                                 return op.end <= work.start || op.start >= work.end;
                             }),
              all.end());
    return recorded;
}

void check_pinned_memory(const observation& seen, std::size_t largest) {
    const auto block = largest * sizeof(std::uint32_t);
    if (seen.pinned_peak.value > pinned_blocks * block) {
        report().fail({"too-much-memory/rings",
                       {{"used", fmt::format("{:.3g}", static_cast<double>(seen.pinned_peak.value) /
                                                           static_cast<double>(block))},
                        {"allowed", std::to_string(pinned_blocks)}},
                       {}});
    }
}

}  // namespace

TEST_CASE("right results") {
    std::vector<words> counts;
    for (const std::size_t blocks : {std::size_t{10}, many_blocks, std::size_t{3}, std::size_t{2},
                                     std::size_t{1}, std::size_t{0}}) {
        report().doing(phrase("with {} blocks", blocks));
        the_device().start_afresh();
        static_cast<void>(pass_all({uneven(blocks, small_block), few_steps}));
        counts.emplace_back(std::to_string(blocks));
    }
    report().note(
        phrase("Every element right, in order, for {} blocks of uneven sizes; never "
               "more than {} under way.",
               listed(counts), blocks_under_way));
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("a fault in the middle") {
    report().require_passed("errors passed on");
    the_device().start_afresh();
    const auto intact = pass(many());

    break_call(intact, op_kind::copy_h2d, phrase("the upload"), cudaErrorLaunchFailure);
    break_call(intact, op_kind::kernel, phrase("the launch"), cudaErrorLaunchOutOfResources);
    break_call(intact, op_kind::copy_d2h, phrase("the download"), cudaErrorLaunchFailure);

    auto without_producer = many();
    without_producer.fails_producing = broken_block;
    break_end(without_producer, phrase("the production"), producing_failed);
    auto without_consumer = many();
    without_consumer.fails_consuming = broken_block;
    break_end(without_consumer, phrase("the consumption"), consuming_failed);
    report().note(
        phrase("Producer, upload, launch, download and consumer each failed at block "
               "{} of {}: the blocks before it were delivered, nothing was left.",
               broken_block, many_blocks));
}

TEST_CASE("a clean stop") {
    report().require_passed("right results");
    auto plan = many();
    plan.stops_after = broken_block;
    the_device().start_afresh();
    const auto p = pass(plan);
    if (const auto found = causes(p); !found.empty()) {
        report().fail(found, phrase("asked to stop after block {}", broken_block));
    }
    // A thread that had asked before may just be taking one.
    if (p.feed->taken_late() > 1) {
        report().fail({"wrong-result/after-stop",
                       {{"blocks", std::to_string(p.feed->taken_late())},
                        {"block", std::to_string(broken_block)}},
                       {}});
    }
    report().note(phrase(
        "Asked to stop after {} blocks; with those on their way by then {} were taken, and all of "
        "them delivered.",
        broken_block, p.feed->taken()));
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_run);
}

TEST_CASE("throughput") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    require_overlap();
    feed_plan plan{sizes_for_timing(), calibrated_steps(device, large_block(), 0.9)};
    const auto copy = measure_stages(device, large_block(), 1).h2d;
    plan.ns_per_element =
        host_share * static_cast<double>(copy.count()) / static_cast<double>(large_block());

    auto c = compare(
        device,
        [&] {
            block_feed feed(device, plan, report().seed());
            return run_once(device, [&] { return blocking_passage(feed); });
        },
        [&] { return pass_all(plan); });
    const auto limits = limits_of(plan);
    c.bound = limits.bound;
    report().set_metrics(c.figures());
    report().add_timeline("one block after the other", without_setup(c.baseline.recorded));
    report().add_timeline("yours", without_setup(c.learner.recorded));
    require_gap(c);

    auto seen = observe(c.learner, plan.sizes.size(), {large_block() * sizeof(std::uint32_t)});
    seen.serial = c.serial;
    seen.bound = c.bound;
    check_rules({device_memory_beyond_a_few_chunks}, seen);
    check_pinned_memory(seen, large_block());
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, limits.in_turn, wanted_gap));
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, sync_in_loop, legacy_default_stream, chunk_too_small,
                     single_stream, overlap_without_gain, too_few_buffers, not_enough_overlap},
                    seen);
    }
    report().note(
        phrase("{:.0f} % of the possible gain (asked for: {:.0f} %); {:.1f} GB/s in "
               "and as much out.",
               100 * c.closed_gap(), 100 * wanted_gap,
               timeline::to_gb_per_s(plan.before(plan.sizes.size()), c.measured)));
}
