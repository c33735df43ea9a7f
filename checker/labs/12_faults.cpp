#include "checker/labs/12_faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "checker/harness/leaks.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"

namespace checker {

namespace {

/// The last work that the host has waited for brings a result.
bool is_for_a_result(const operation& wait, const std::vector<operation>& all) {
    return std::any_of(wait.waits_for.begin(), wait.waits_for.end(), [&](std::uint64_t id) {
        const auto awaited =
            std::find_if(all.begin(), all.end(), [&](const operation& op) { return op.id == id; });
        if (awaited == all.end() || awaited->kind != op_kind::event_record) {
            return awaited != all.end() && awaited->kind == op_kind::copy_d2h;
        }
        // What an event stands for is what comes before it in its stream.
        const auto before =
            std::find_if(std::make_reverse_iterator(awaited), all.rend(), [&](const operation& op) {
                return op.stream == awaited->stream &&
                       (is_device_work(op) || op.kind == op_kind::host_function);
            });
        return before != all.rend() && before->kind == op_kind::copy_d2h;
    });
}

}  // namespace

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

std::optional<wait_for_result> wait_in_the_middle(const passage& intact) {
    const auto& all = intact.run.recorded.operations;
    std::vector<wait_for_result> waits;
    std::map<std::string, int> calls;
    // Behind the last upload there may be waits that only clear up.
    const auto last_upload = std::find_if(
        all.rbegin(), all.rend(), [](const operation& op) { return op.kind == op_kind::copy_h2d; });
    for (const auto& op : all) {
        if (!is_on_host(op)) {
            continue;
        }
        const int nth = ++calls[op.name];
        const bool is_in_the_middle = last_upload != all.rend() && op.id < last_upload->id;
        if (is_in_the_middle && op.kind == op_kind::host_wait && op.name.ends_with("Synchronize") &&
            is_for_a_result(op, all)) {
            waits.push_back({{op.name, nth}, op});
        }
    }
    return waits.empty() ? std::nullopt : std::optional(waits[waits.size() / 2]);
}

std::size_t reached(const passage& p, op_kind stage) {
    bytes moved{};
    std::size_t kernels = 0;
    for (const auto& op : p.run.recorded.operations) {
        moved += op.kind == stage ? op.size : bytes{};
        kernels += op.kind == stage ? 1 : 0;
    }
    return stage == op_kind::kernel ? kernels : p.feed->plan().blocks_in(moved);
}

void expect_clean_end(const passage& p, const fault_on_the_way& fault) {
    const auto& run = p.run;
    const auto during = phrase("with a fault in {} of block {}", fault.stage, fault.block);
    const auto fail = [&](const std::string& text, message_arguments more) {
        more.insert({{"stage", fault.stage}, {"block", std::to_string(fault.block)}});
        report().fail({text, std::move(more), {}}, during);
    };
    if (run.exception || run.returned != fault.error) {
        fail("error-ignored/at-block",
             {{"error", cudaGetErrorName(fault.error)},
              {"returned", run.exception ? phrase("nothing but let an exception out")
                                         : words(cudaGetErrorName(run.returned))}});
    }
    // A block that failed, or one after it, has no result: what came of it says little.
    const auto wrong = p.feed->wrong_delivery();
    if (wrong && wrong->text != "wrong-result/after-refusal" &&
        p.feed->wrong_block() >= fault.before) {
        fail("wrong-result/failed-block", {{"delivered", std::to_string(p.feed->wrong_block())}});
    }
    if (wrong) {
        report().fail(*wrong, during);
    }
    if (p.feed->delivered() < fault.before) {
        fail("missing-output/before-fault", {{"delivered", std::to_string(p.feed->delivered())},
                                             {"wanted", std::to_string(fault.before)}});
    }
    auto judged = run;
    judged.returned = cudaSuccess;  // that the error came back is in order
    if (const auto seen = first_causes_in(judged); !seen.empty()) {
        report().fail(seen, during);
    }
    if (const auto leak = leak_in(run, phrase(" after {} of a block has failed", fault.stage))) {
        report().fail(*leak, during);
    }
}

}  // namespace checker
