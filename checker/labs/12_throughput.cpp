// Lab 12: blocks from a producer through the device to a consumer; bounded memory, faults, an end.

#include <fmt/core.h>

#include <map>
#include <memory>

#include "checker/harness/block_feed.hpp"
#include "checker/harness/checks.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"
#include "labs/12-throughput/lab.hpp"

using namespace checker;

namespace {

constexpr std::size_t many_blocks = 1000;
constexpr std::size_t broken_block = 500;
constexpr std::size_t small_block = 200;
constexpr unsigned int few_steps = 7;
constexpr std::size_t large_block = std::size_t{1} << 19;  // 2 MiB
constexpr std::size_t large_blocks = 11;
constexpr std::uint64_t under_way = 8;  // blocks, as lab.hpp says
constexpr std::uint64_t pinned_blocks = 16;
/// Four buffers reach it where the host is a fourth stage; two, in place, are far from it.
constexpr double wanted_gap = 0.9;
/// Producing, and consuming, as a share of the time of a copy.
constexpr double host_share = 0.12;

/// Sizes between 1 and `largest`, each different from the next, the same in every run.
std::vector<std::size_t> uneven(std::size_t blocks, std::size_t largest) {
    const workload::pattern dice(report().asked().seed);
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < blocks; ++i) {
        sizes.push_back(1 + dice.value(i) % largest);
    }
    return sizes;
}

job asked(block_feed& feed) {
    return {
        [&feed](std::uint32_t* to, std::size_t& count) { return feed.produce(to, count); },
        [&feed](const std::uint32_t* from, std::size_t count) { return feed.consume(from, count); },
        [&feed] { return feed.stop_requested(); }, feed.plan().largest(), feed.plan().steps};
}

struct passage {
    std::unique_ptr<block_feed> feed;
    attempt run;
};

passage pass(const feed_plan& plan) {
    passage p;
    p.feed = std::make_unique<block_feed>(the_device(), plan, report().asked().seed);
    p.run = run_once(the_device(), [&] { return process(asked(*p.feed)); });
    return p;
}

/// The host touches a buffer at both ends of a block's way. One wait that is missing lets it be
/// early at both: the first is told.
std::vector<finding> without_consequences(std::vector<finding> causes) {
    const auto is_host_race = [](const finding& f) { return f.id().starts_with("race-host-"); };
    const auto first = std::find_if(causes.begin(), causes.end(), is_host_race);
    if (first != causes.end()) {
        causes.erase(std::remove_if(first + 1, causes.end(), is_host_race), causes.end());
    }
    return causes;
}

finding blocks_missing(const std::string& text, const block_feed& feed, std::size_t wanted) {
    return {text,
            {{"delivered", std::to_string(feed.delivered())}, {"blocks", std::to_string(wanted)}},
            {}};
}

/// Did the blocks take the way over the device?
std::optional<finding> not_on_device(const passage& p) {
    std::map<op_kind, std::uint64_t> moved;
    std::size_t kernels = 0;
    for (const auto& op : p.run.recorded.operations) {
        moved[op.kind] += op.size.value;
        kernels += op.kind == op_kind::kernel && op.name.find("advance") != op.name.npos ? 1 : 0;
    }
    const auto& plan = p.feed->plan();
    const auto all = plan.before(plan.sizes.size()).value;
    if (moved[op_kind::copy_h2d] >= all && moved[op_kind::copy_d2h] >= all &&
        (kernels > 0 || all == 0)) {
        return std::nullopt;
    }
    return finding{"wrong-result/not-on-device",
                   {{"uploaded", std::to_string(moved[op_kind::copy_h2d])},
                    {"downloaded", std::to_string(moved[op_kind::copy_d2h])},
                    {"kernels", std::to_string(kernels)},
                    {"all", std::to_string(all)},
                    {"job", fmt::format("{} blocks", plan.sizes.size())}},
                   {}};
}

/// What is wrong with a run in which nothing was made to fail.
std::vector<finding> causes(const passage& p) {
    if (auto seen = without_consequences(causes_in(p.run)); !seen.empty()) {
        return seen;
    }
    const auto& feed = *p.feed;
    if (feed.wrong_delivery()) {
        return {*feed.wrong_delivery()};
    }
    const auto blocks = feed.plan().sizes.size();
    if (feed.delivered() < feed.taken()) {
        return {blocks_missing("missing-output/blocks", feed, feed.taken())};
    }
    if (p.run.returned != cudaSuccess) {
        return {{"call-failed",
                 {{"call", "A CUDA call"}, {"error", cudaGetErrorName(p.run.returned)}},
                 {}}};
    }
    if (!feed.plan().stops_after && feed.delivered() < blocks) {
        return {blocks_missing("missing-output/blocks", feed, blocks)};
    }
    if (feed.most_under_way() > under_way) {
        return {{"too-much-memory/under-way",
                 {{"blocks", std::to_string(feed.most_under_way())},
                  {"allowed", std::to_string(under_way)}},
                 {}}};
    }
    if (auto elsewhere = feed.plan().stops_after ? std::nullopt : not_on_device(p)) {
        return {*std::move(elsewhere)};
    }
    return {};
}

attempt pass_all(const feed_plan& plan) {
    auto p = pass(plan);
    if (const auto found = causes(p); !found.empty()) {
        report().fail(found, fmt::format("{} blocks", plan.sizes.size()));
    }
    return std::move(p.run);
}

attempt small_run() {
    return pass({uneven(2 * under_way + 3, small_block), few_steps}).run;
}

feed_plan many() {
    return {uneven(many_blocks, small_block), few_steps};
}

// ---- faults ------------------------------------------------------------------------------------

/// A call on the way of a block, as the runtime counts calls.
struct call_of_block {
    std::string api;
    int nth = 0;
};

/// The call that began this stage of the block, in a run without faults. Nothing where the stage
/// has no call of its own, as in a graph.
std::optional<call_of_block> call_for(const passage& intact, op_kind stage, std::size_t block) {
    const auto& all = intact.run.recorded.operations;
    const auto before = intact.feed->plan().before(block).value;
    std::uint64_t moved = 0;
    std::size_t kernels = 0;
    for (const auto& op : all) {
        if (op.kind != stage) {
            continue;
        }
        if (stage == op_kind::kernel && kernels++ == block) {
            return call_of_block{"launch", static_cast<int>(kernels)};
        }
        if (stage != op_kind::kernel && moved == before && op.size.value > 0) {
            const auto call = std::find_if(all.begin(), all.end(), [&](const operation& c) {
                return is_on_host(c) && c.correlation == op.correlation && c.name == op.name;
            });
            if (call == all.end()) {
                return std::nullopt;
            }
            const auto nth = std::count_if(all.begin(), call + 1, [&](const operation& c) {
                return is_on_host(c) && c.name == op.name;
            });
            return call_of_block{op.name, static_cast<int>(nth)};
        }
        moved += op.size.value;
    }
    return std::nullopt;
}

/// Blocks that were brought through this stage.
std::size_t reached(const passage& p, op_kind stage) {
    bytes moved{};
    std::size_t kernels = 0;
    for (const auto& op : p.run.recorded.operations) {
        moved += op.kind == stage ? op.size : bytes{};
        kernels += op.kind == stage ? 1 : 0;
    }
    return stage == op_kind::kernel ? kernels : p.feed->plan().blocks_in(moved);
}

/// A run with a fault: its error came back, what was before it was delivered and nothing else,
/// nothing is left.
void expect_clean_end(const passage& p, const std::string& what, cudaError_t error,
                      std::size_t wanted) {
    const auto& run = p.run;
    const auto during = fmt::format("with a fault in {} of block {}", what, broken_block);
    const message_arguments stage = {{"stage", what}, {"block", std::to_string(broken_block)}};
    const auto fail = [&](const std::string& text, message_arguments more) {
        more.insert(stage.begin(), stage.end());
        report().fail({text, std::move(more), {}}, during);
    };
    if (run.exception || run.returned != error) {
        fail("error-ignored/at-block",
             {{"error", cudaGetErrorName(error)},
              {"returned", run.exception ? "nothing but let an exception out"
                                         : cudaGetErrorName(run.returned)}});
    }
    if (p.feed->wrong_delivery()) {
        report().fail(*p.feed->wrong_delivery(), during);
    }
    if (p.feed->delivered() < wanted) {
        fail("missing-output/before-fault", {{"delivered", std::to_string(p.feed->delivered())},
                                             {"wanted", std::to_string(wanted)}});
    }
    auto judged = run;
    judged.returned = cudaSuccess;  // that the error came back is in order
    if (const auto seen = without_consequences(causes_in(judged)); !seen.empty()) {
        report().fail(seen, during);
    }
    if (const auto leak = leak_in(run, fmt::format(" after {} of a block has failed", what))) {
        report().fail(*leak, during);
    }
}

void break_call(const passage& intact, op_kind stage, const std::string& what, cudaError_t error) {
    const auto call = call_for(intact, stage, broken_block);
    if (!call) {
        return;
    }
    report().doing(fmt::format("with a fault in {} of block {}", what, broken_block));
    the_device().start_afresh();
    the_device().plan_failure(call->api, call->nth, error);
    const auto p = pass(many());
    // Where threads share the work, the failure may meet a neighbour of the block.
    const auto here = reached(p, stage);
    const auto met =
        here == broken_block
            ? here
            : std::min({here, reached(p, op_kind::kernel), reached(p, op_kind::copy_d2h)});
    expect_clean_end(p, what, error, met);
}

// ---- throughput --------------------------------------------------------------------------------

/// Half, three quarters and the whole of the largest, as mixed as dice, and 3/4 on average.
std::vector<std::size_t> sizes_for_timing() {
    const workload::pattern dice(report().asked().seed);
    std::vector<std::size_t> sizes(large_blocks, large_block / 4 * 3);
    for (std::size_t i = 1; i + 2 < sizes.size(); i += 2) {
        const std::size_t less = dice.value(i) % 2;
        sizes[i + less] = large_block / 2;
        sizes[i + 1 - less] = large_block;
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

/// The pipeline's bound for blocks of the average time, and the host's share before the first
/// upload and after the last download. Or the host's own time, should that be longer.
nanoseconds throughput_bound(const feed_plan& plan) {
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
    const nanoseconds at_the_ends{static_cast<std::int64_t>(host) / n};
    return std::max(pipeline_bound(mean, plan.sizes.size()) + at_the_ends,
                    nanoseconds{static_cast<std::int64_t>(host)});
}

/// What is to be seen in the picture: pinning the rings takes far longer than the whole work.
timeline::recording without_setup(timeline::recording recorded) {
    const auto work = working_time(recorded);
    auto& all = recorded.operations;
    all.erase(std::remove_if(
                  all.begin(), all.end(),
                  [&](const operation& op) { return op.end < work.start || op.start > work.end; }),
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
    std::string counts;
    for (const std::size_t blocks : {std::size_t{10}, many_blocks, std::size_t{3}, std::size_t{2},
                                     std::size_t{1}, std::size_t{0}}) {
        report().doing(fmt::format("with {} blocks", blocks));
        the_device().start_afresh();
        static_cast<void>(pass_all({uneven(blocks, small_block), few_steps}));
        counts += fmt::format("{}{}", counts.empty() ? "" : ", ", blocks);
    }
    report().note(
        fmt::format("Every element right, in order, for {} blocks of uneven sizes; never "
                    "more than {} under way.",
                    counts, under_way));
}

TEST_CASE("errors passed on") {
    report().require_passed("right results");
    check_errors(small_run, after_error::no_work_under_way);
}

TEST_CASE("a fault in the middle") {
    report().require_passed("errors passed on");
    the_device().start_afresh();
    const auto intact = pass(many());

    break_call(intact, op_kind::copy_h2d, "the upload", cudaErrorLaunchFailure);
    break_call(intact, op_kind::kernel, "the launch", cudaErrorLaunchOutOfResources);
    break_call(intact, op_kind::copy_d2h, "the download", cudaErrorLaunchFailure);

    auto plan = many();
    plan.fails_producing = broken_block;
    report().doing("with a producer that fails");
    the_device().start_afresh();
    expect_clean_end(pass(plan), "the production", producing_failed, broken_block);

    plan = many();
    plan.fails_consuming = broken_block;
    report().doing("with a consumer that fails");
    the_device().start_afresh();
    expect_clean_end(pass(plan), "the consumption", consuming_failed, broken_block);
    report().note(
        fmt::format("Producer, upload, launch, download and consumer each failed at block "
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
        report().fail(found, fmt::format("asked to stop after block {}", broken_block));
    }
    // A thread that had asked before may just be taking one.
    if (p.feed->taken_late() > 1) {
        report().fail({"wrong-result/after-stop",
                       {{"blocks", std::to_string(p.feed->taken_late())},
                        {"block", std::to_string(broken_block)}},
                       {}});
    }
    report().note(
        fmt::format("Asked to stop after {} blocks: {} were taken, all of them delivered.",
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
    if (!device.can_overlap()) {
        report().leave_open("This device cannot copy while a kernel runs.");
    }
    feed_plan plan{sizes_for_timing(), calibrated_steps(device, large_block, 0.9)};
    const auto copy = measure_stages(device, large_block, 1).h2d;
    plan.ns_per_element =
        host_share * static_cast<double>(copy.count()) / static_cast<double>(large_block);

    auto c = compare(
        device,
        [&] {
            block_feed feed(device, plan, report().asked().seed);
            return run_once(device, [&] { return blocking_passage(feed); });
        },
        [&] { return pass_all(plan); });
    c.bound = throughput_bound(plan);
    report().set_metrics(c.figures());
    report().add_timeline("one block after the other", without_setup(c.baseline.recorded));
    report().add_timeline("yours", without_setup(c.learner.recorded));
    REQUIRE(c.bound < c.serial);

    auto seen = observe(c.learner, plan.sizes.size(), {large_block * sizeof(std::uint32_t)});
    seen.serial = c.serial;
    seen.bound = c.bound;
    check_rules({device_memory_beyond_a_few_chunks}, seen);
    check_pinned_memory(seen, large_block);
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_for_gap(c.closed_gap(), wanted_gap));
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, sync_in_loop, legacy_default_stream, chunk_too_small,
                     single_stream, overlap_without_gain, too_few_buffers, not_enough_overlap},
                    seen);
    }
    report().note(
        fmt::format("{:.0f} % of the possible gain (asked for: {:.0f} %); {:.1f} GB/s in "
                    "and as much out.",
                    100 * c.closed_gap(), 100 * wanted_gap,
                    timeline::to_gb_per_s(plan.before(plan.sizes.size()), c.measured)));
}
