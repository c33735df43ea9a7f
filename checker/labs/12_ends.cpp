#include "checker/labs/12_ends.hpp"

#include <algorithm>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/the_device.hpp"
#include "checker/labs/12_faults.hpp"
#include "checker/labs/12_passage.hpp"

namespace checker {
namespace {

constexpr std::size_t broken_block = 500;

void break_call(const passage& intact, op_kind stage, const words& what, cudaError_t error) {
    const auto call = call_for(intact, stage, broken_block);
    if (!call) {
        return;
    }
    report().doing(phrase("with a fault in {} of block {}", what, broken_block));
    the_device().start_afresh();
    the_device().plan_failure(call->api, call->nth, error);
    const auto p = pass(small_blocks(many_blocks));
    // Where threads share the work, the failure may meet a neighbour of the block.
    const auto here = reached(p, stage);
    const auto met =
        here == broken_block
            ? here
            : std::min({here, reached(p, op_kind::kernel), reached(p, op_kind::copy_d2h)});
    expect_clean_end(p, {what, broken_block, error, met});
}

void break_end(const feed_plan& plan, const words& what, std::size_t block, cudaError_t error) {
    report().doing(phrase("with a fault in {} of block {}", what, block));
    the_device().start_afresh();
    expect_clean_end(pass(plan), {what, block, error, block});
}

/// Nothing that a failed wait was for may be delivered, nor anything after it.
void break_wait(const passage& intact) {
    const auto broken = wait_in_the_middle(intact);
    if (!broken) {
        return;
    }
    constexpr auto error = cudaErrorLaunchFailure;
    const auto what = phrase("the wait for a result");
    report().doing(phrase("with a fault in {}", what));
    the_device().start_afresh();
    the_device().plan_failure(broken->call.api, broken->call.nth, error);
    const auto p = pass(small_blocks(many_blocks));
    const auto late = p.feed->consumed_after_failure();
    const auto delivered = p.feed->delivered();
    if (late > 0) {
        const auto before = delivered - std::min(late, delivered);
        report().fail({"wrong-result/after-failed-wait",
                       {{"call", broken->call.api},
                        {"error", cudaGetErrorName(error)},
                        {"times", times_of(late)},
                        {"blocks", blocks_of(before)}},
                       known_places({broken->wait})});
    }
    expect_clean_end(p, {what, delivered, error, delivered});
}

void stop_after(const feed_plan& plan) {
    const auto block = *plan.stops_after;
    const auto during = phrase("asked to stop after block {}", block);
    report().doing(during);
    the_device().start_afresh();
    const auto p = pass(plan);
    if (const auto found = causes(p); !found.empty()) {
        report().fail(found, during);
    }
    // A thread that had asked before may just be taking one.
    const auto late = p.feed->taken_late();
    if (late > 1 || p.feed->taken_unasked() > 0) {
        report().fail({"wrong-result/after-stop",
                       {{"blocks", late == 1 ? phrase("One more block was")
                                             : phrase("{} more blocks were", late)},
                        {"block", std::to_string(block)},
                        {"unasked", std::to_string(p.feed->taken_unasked())}},
                       {}});
    }
    report().note(phrase(
        "Asked to stop after {} blocks; with those on their way by then {} were taken, and all of "
        "them delivered.",
        block, p.feed->taken()));
}

/// The error that is to come back. Of two that came side by side, in different threads, nobody can
/// say which was first: either will do.
cudaError_t first_of_two(const passage& p) {
    const bool is_one_of_them =
        p.run.returned == producing_failed || p.run.returned == consuming_failed;
    return is_one_of_them && !p.feed->failures_have_an_order()
               ? p.run.returned
               : p.feed->first_error().value_or(cudaSuccess);
}

}  // namespace

void check_fault_in_each_stage() {
    the_device().start_afresh();
    const auto intact = pass(small_blocks(many_blocks));
    break_call(intact, op_kind::copy_h2d, phrase("the upload"), cudaErrorLaunchFailure);
    break_call(intact, op_kind::kernel, phrase("the launch"), cudaErrorLaunchOutOfResources);
    break_call(intact, op_kind::copy_d2h, phrase("the download"), cudaErrorLaunchFailure);

    break_wait(intact);

    auto without_producer = small_blocks(many_blocks);
    without_producer.fails_producing = broken_block;
    break_end(without_producer, phrase("the production"), broken_block, producing_failed);
    auto without_consumer = small_blocks(many_blocks);
    without_consumer.fails_consuming = broken_block;
    break_end(without_consumer, phrase("the consumption"), broken_block, consuming_failed);
    // When no more are taken, what is on its way may be delivered by other lines.
    constexpr std::size_t few = 40;
    auto late = small_blocks(few);
    late.fails_consuming = few - 3;
    break_end(late, phrase("the consumption"), few - 3, consuming_failed);
    report().note(
        phrase("Producer, upload, launch, download and consumer each failed at block "
               "{} of {}: the blocks before it were delivered, nothing was left.",
               broken_block, many_blocks));
}

void check_second_fault() {
    constexpr std::size_t first_fault = 20;
    auto plan = small_blocks(2 * first_fault);
    plan.fails_producing = first_fault;
    // The block before is still under way when that happens, unless only one is at a time.
    plan.fails_consuming = first_fault - 1;
    report().doing(
        phrase("with a fault in the production of block {} and one in the "
               "consumption of block {}",
               first_fault, first_fault - 1));
    the_device().start_afresh();
    const auto p = pass(plan);
    const auto first = first_of_two(p);
    if (!p.run.exception && p.run.returned != cudaSuccess && p.run.returned != first) {
        report().fail({"error-ignored/first-of-two",
                       {{"produced", std::to_string(first_fault)},
                        {"consumed", std::to_string(first_fault - 1)},
                        {"first", cudaGetErrorName(first)},
                        {"returned", cudaGetErrorName(p.run.returned)}},
                       {}});
    }
    const auto stage =
        first == consuming_failed ? phrase("the consumption") : phrase("the production");
    expect_clean_end(p, {stage, first_fault, first, first_fault - 1});
}

void check_stops() {
    // Whoever asks only now and then hears it in time after some blocks, but not after each.
    for (std::size_t block = 21; block < 25; ++block) {
        auto plan = small_blocks(60);
        plan.stops_after = block;
        stop_after(plan);
    }
    auto plan = small_blocks(many_blocks);
    plan.stops_after = broken_block;
    stop_after(plan);
}

}  // namespace checker
