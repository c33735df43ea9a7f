#include "checker/labs/12_passage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "checker/harness/counted.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/the_device.hpp"
#include "labs/12-throughput/lab.hpp"

namespace checker {
namespace {

job asked(block_feed& feed) {
    return {
        [&feed](std::uint32_t* to, std::size_t& count) { return feed.produce(to, count); },
        [&feed](const std::uint32_t* from, std::size_t count) { return feed.consume(from, count); },
        [&feed] { return feed.stop_requested(); }, feed.plan().largest(), feed.plan().steps};
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
                    {"kernels", times_of(kernels)},
                    {"all", std::to_string(all)},
                    {"job", blocks_of(plan.sizes.size())}},
                   {}};
}

}  // namespace

feed_plan small_blocks(std::size_t blocks) {
    constexpr std::size_t largest = 200;
    constexpr unsigned int few_steps = 7;
    const workload::pattern dice(report().seed());
    feed_plan plan;
    for (std::size_t i = 0; i < blocks; ++i) {
        plan.sizes.push_back(1 + dice.value(i) % largest);
    }
    plan.steps = few_steps;
    return plan;
}

passage pass(const feed_plan& plan) {
    passage p;
    p.feed = std::make_unique<block_feed>(the_device(), plan, report().seed());
    p.run = run_once(the_device(), [&] { return process(asked(*p.feed)); });
    return p;
}

std::vector<finding> first_causes_in(const attempt& run) {
    auto causes = causes_in(run);
    const auto is_host_race = [](const finding& f) { return f.id().starts_with("race-host-"); };
    const auto first = std::find_if(causes.begin(), causes.end(), is_host_race);
    if (first != causes.end()) {
        causes.erase(std::remove_if(first + 1, causes.end(), is_host_race), causes.end());
    }
    return causes;
}

std::vector<finding> causes(const passage& p) {
    if (auto seen = first_causes_in(p.run); !seen.empty()) {
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
                 {{"call", phrase("A CUDA call")}, {"error", cudaGetErrorName(p.run.returned)}},
                 {}}};
    }
    if (!feed.plan().stops_after && feed.delivered() < blocks) {
        return {blocks_missing("missing-output/blocks", feed, blocks)};
    }
    if (feed.most_under_way() > blocks_under_way) {
        return {{"too-much-memory/under-way",
                 {{"blocks", std::to_string(feed.most_under_way())},
                  {"allowed", std::to_string(blocks_under_way)}},
                 {}}};
    }
    if (auto elsewhere = feed.plan().stops_after ? std::nullopt : not_on_device(p)) {
        return {*std::move(elsewhere)};
    }
    return {};
}

}  // namespace checker
