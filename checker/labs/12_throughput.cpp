// Lab 12: blocks from a producer through the device to a consumer; bounded memory, faults, an end.

#include <fmt/core.h>

#include "checker/harness/checks.hpp"
#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/labs/12_ends.hpp"
#include "checker/labs/12_timed_passage.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr std::uint64_t pinned_blocks = 16;  // as lab.hpp says
/// Four buffers reach it where the host is a fourth stage; two, in place, are far from it.
constexpr double wanted_gap = 0.9;

attempt pass_all(const feed_plan& plan) {
    auto p = pass(plan);
    if (const auto found = causes(p); !found.empty()) {
        report().fail(found, blocks_of(plan.sizes.size()));
    }
    return std::move(p.run);
}

attempt small_run() {
    return pass(small_blocks(2 * blocks_under_way + 3)).run;
}

/// Copies of whole slots, whatever is in them.
void check_moved_bytes(const attempt& run, const feed_plan& plan) {
    const auto all = plan.before(plan.sizes.size());
    for (const auto kind : {op_kind::copy_h2d, op_kind::copy_d2h}) {
        const auto copies =
            pick(run.recorded, [&](const operation& op) { return op.kind == kind; });
        bytes moved{};
        for (const auto& op : copies) {
            moved += op.size;
        }
        constexpr double more = 1.05;
        if (static_cast<double>(moved.value) > more * static_cast<double>(all.value)) {
            report().fail(
                {"not-enough-overlap/larger-copies",
                 {{"moved", std::to_string(moved.value)},
                  {"all", std::to_string(all.value)},
                  {"copies", kind == op_kind::copy_h2d ? phrase("uploads") : phrase("downloads")}},
                 known_places(copies)});
        }
    }
}

void check_pinned_memory(const observation& seen, std::size_t largest) {
    const auto block = largest * sizeof(std::uint32_t);
    if (seen.pinned_peak.value > pinned_blocks * block) {
        check_rules({pinned_per_chunk}, seen);
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
        static_cast<void>(pass_all(small_blocks(blocks)));
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
    check_fault_in_each_stage();
    check_second_fault();
}

TEST_CASE("a clean stop") {
    report().require_passed("right results");
    check_stops();
}

TEST_CASE("nothing left behind") {
    report().require_passed("right results");
    check_nothing_left(small_run);
}

TEST_CASE("throughput") {
    report().require_passed("right results");
    auto& device = the_device();
    device.start_afresh();
    require_copies_both_ways();
    feed_plan plan;
    nanoseconds in_turn{0};
    const auto c = measured_without_doubt(device, gap_closed(wanted_gap), [&] {
        plan = plan_for_timing(device);
        require_long_stages(measure_stages(device, large_block(), plan.steps));
        auto once = compare(
            device,
            [&] {
                block_feed feed(device, plan, report().seed());
                return run_once(device, [&] { return blocking_passage(device, feed); });
            },
            [&] { return pass_all(plan); });
        const auto limits = limits_of(device, plan);
        once.bound = limits.bound;
        in_turn = limits.in_turn;
        return once;
    });
    report().set_metrics(c.figures());
    report().add_timeline("one block after the other", without_setup(c.baseline.recorded));
    report().add_timeline("yours", without_setup(c.learner.recorded));
    require_gap(c);

    auto seen = observe(c.learner, plan.sizes.size(), {large_block() * sizeof(std::uint32_t)});
    seen.serial = c.serial;
    seen.bound = c.bound;
    seen.part = part_of_data::block;
    check_rules({device_memory_beyond_a_few_chunks, write_combined_read}, seen);
    check_pinned_memory(seen, large_block());
    if (c.closed_gap() < wanted_gap) {
        report().give_partly(share_of_points(c, in_turn, wanted_gap));
        check_rules({pinned_per_chunk, allocation_in_loop, pageable_async, blocking_copy,
                     device_wide_wait, one_stream_to_wait_for, sync_in_loop, legacy_default_stream,
                     chunk_too_small, single_stream},
                    seen);
        check_moved_bytes(c.learner, plan);
        check_rules(
            {overlap_without_gain, too_few_slots, held_by_host_functions, not_enough_overlap},
            seen);
    }
    report().note(
        phrase("{:.0f} % of the possible gain (asked for: {:.0f} %); {:.1f} GB/s in "
               "and as much out.",
               100 * c.closed_gap(), 100 * wanted_gap,
               timeline::to_gb_per_s(plan.before(plan.sizes.size()), c.measured)));
}
