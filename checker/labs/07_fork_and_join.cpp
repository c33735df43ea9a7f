#include "checker/labs/07_fork_and_join.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

#include "checker/harness/counted.hpp"
#include "checker/harness/own_call.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/short_download.hpp"
#include "checker/harness/the_device.hpp"
#include "common/workload/in_parts.hpp"
#include "common/workload/launch_shape.hpp"
#include "common/workload/recurrence.hpp"

namespace checker {
namespace {

constexpr std::size_t element = sizeof(std::uint32_t);
constexpr std::size_t margin = 4096;
constexpr std::size_t few_threads = workload::threads_per_block;

}  // namespace

fork_and_join::fork_and_join(std::size_t count, unsigned int steps)
    : count_(count),
      steps_(steps),
      left_data_(report().seed()),
      right_data_(report().seed() + 1),
      left_(the_device(), count, host_memory::pinned, margin, values_of(left_data_, the_device())),
      right_(the_device(), count, host_memory::pinned, margin,
             values_of(right_data_, the_device())),
      output_(the_device(), count, host_memory::pinned, margin) {
    left_.name("work.left_input");
    right_.name("work.right_input");
    output_.name("work.output");
    for (auto& buffer : buffers_) {
        expect_success(cudaMalloc(&buffer, std::max(count, few_threads) * element));
    }
    name_buffers("work.left", "work.right");
    // The other work's: the learner never sees it.
    expect_success(cudaMemset(buffers_[2], 0, std::max(count, few_threads) * element));
    for (auto& stream : streams_) {
        expect_success(cudaStreamCreate(&stream));
    }
}

fork_and_join::~fork_and_join() {
    static_cast<void>(cudaDeviceSynchronize());
    name_buffers({}, {});
    for (auto* stream : streams_) {
        static_cast<void>(cudaStreamDestroy(stream));
    }
    for (auto* buffer : buffers_) {
        static_cast<void>(cudaFree(buffer));
    }
}

void fork_and_join::name_buffers(const std::string& left, const std::string& right) {
    the_device().name_memory(buffers_[0], {count_ * element}, left);
    the_device().name_memory(buffers_[1], {count_ * element}, right);
}

job fork_and_join::asked() {
    auto* left = static_cast<std::uint32_t*>(buffers_[0]);
    auto* right = static_cast<std::uint32_t*>(buffers_[1]);
    return {left_.data(), right_.data(), output_.data(), count_,      steps_,     left,
            right,        streams_[0],   streams_[1],    streams_[2], streams_[3]};
}

void fork_and_join::launch_other(unsigned int steps) {
    the_device().launch_kernel(static_cast<std::uint32_t*>(buffers_[2]), few_threads, steps,
                               streams_[4]);
}

attempt fork_and_join::run(std::uint64_t& sum) {
    return run_once(
        the_device(), [&] { return combine(asked(), sum); }, [this] { output_.declare_read(); });
}

attempt fork_and_join::run_beside(unsigned int steps_of_other, std::uint64_t& sum) {
    return run_once(
        the_device(),
        [&] {
            launch_other(steps_of_other);
            return combine(asked(), sum);
        },
        [this] { output_.declare_read(); });
}

void fork_and_join::one_after_the_other() {
    const auto what = asked();
    const std::size_t size = count_ * element;
    auto* const stream = streams_[0];
    expect_success(
        cudaMemcpyAsync(what.left, what.left_input, size, cudaMemcpyHostToDevice, stream));
    expect_success(
        cudaMemcpyAsync(what.right, what.right_input, size, cudaMemcpyHostToDevice, stream));
    the_device().launch_kernel(what.left, count_, steps_, stream);
    expect_success(cudaMemcpyAsync(what.output, what.left, size, cudaMemcpyDeviceToHost, stream));
    expect_success(cudaStreamSynchronize(stream));
}

cudaError_t fork_and_join::blocking_way() {
    auto& device = the_device();
    const auto what = asked();
    const std::size_t size = count_ * element;
    expect_success(cudaMemcpy(what.left, what.left_input, size, cudaMemcpyHostToDevice));
    expect_success(cudaMemcpy(what.right, what.right_input, size, cudaMemcpyHostToDevice));
    device.launch_kernel(what.left, count_, steps_, nullptr);
    device.launch_kernel(what.right, count_, steps_, nullptr);
    device.launch_kernel(what.left, count_, 1, nullptr);
    return cudaMemcpy(what.output, what.left, size, cudaMemcpyDeviceToHost);
}

std::vector<finding> fork_and_join::causes(const attempt& run, std::uint64_t sum) const {
    if (auto seen = causes_in(run); !seen.empty()) {
        return seen;
    }
    for (auto found : {wrong_result(), wrong_sum(sum), not_on_device(run), not_left_there()}) {
        if (found) {
            return {or_short_download(*std::move(found), run, count_)};
        }
    }
    return {};
}

std::uint32_t fork_and_join::expected(std::size_t i) const {
    const auto forward = workload::steps_at_once(steps_);
    return forward(left_data_.value(i)) + forward(right_data_.value(i));
}

std::uint64_t fork_and_join::expected_sum() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count_; i += 16) {
        sum += expected(i);
    }
    return sum;
}

std::size_t fork_and_join::first_wrong() const {
    const auto found = output_.elements();
    const auto forward = workload::steps_at_once(steps_);
    std::atomic<std::size_t> first{count_};
    workload::in_parts(
        count_, the_device().host_threads(), [&](std::size_t from, std::size_t count) {
            for (std::size_t i = from; i < from + count; ++i) {
                if (found[i] != forward(left_data_.value(i)) + forward(right_data_.value(i))) {
                    auto before = first.load();
                    while (i < before && !first.compare_exchange_weak(before, i)) {
                    }
                    return;
                }
            }
        });
    return first;
}

std::optional<finding> fork_and_join::wrong_result() const {
    const auto damage = output_.margins_overwritten();
    if (damage.before + damage.after > 0) {
        return finding{
            "out-of-bounds/host-output",
            {{"elements", elements_of(damage.before + damage.after)},
             {"side", damage.after > 0 ? phrase("after its end") : phrase("before its start")},
             {"job", elements_of(count_)}},
            {}};
    }
    const auto found = output_.elements();
    const auto i = first_wrong();
    if (i == count_) {
        return std::nullopt;
    }
    return finding{found[i] == workload::poison ? "missing-output/joined" : "wrong-result/joined",
                   {{"element", std::to_string(i)},
                    {"count", std::to_string(count_)},
                    {"found", fmt::format("0x{:08x}", found[i])},
                    {"expected", fmt::format("0x{:08x}", expected(i))}},
                   {}};
}

std::optional<finding> fork_and_join::wrong_sum(std::uint64_t sum) const {
    const auto wanted = expected_sum();
    if (sum == wanted) {
        return std::nullopt;
    }
    return finding{
        "wrong-result/sum",
        {{"found", fmt::format("{:#x}", sum)}, {"expected", fmt::format("{:#x}", wanted)}},
        {}};
}

/// Right results may come from the processor. The task is about the device's work.
std::optional<finding> fork_and_join::not_on_device(const attempt& run) const {
    const auto kernels_like = [&](const char* name) {
        return pick(run.recorded,
                    [&](const operation& op) {
                        return op.kind == op_kind::kernel &&
                               op.name.find(name) != std::string::npos;
                    })
            .size();
    };
    const auto advanced = kernels_like("advance");
    const auto added = kernels_like("add_to");
    if (count_ == 0 || (advanced >= 2 && added >= 1)) {
        return std::nullopt;
    }
    return finding{"wrong-result/joined-elsewhere",
                   {{"advanced", times_of(advanced)}, {"added", times_of(added)}},
                   {}};
}

/// The given kernels work in place: what they have made is still there.
std::optional<finding> fork_and_join::not_left_there() const {
    std::vector<std::uint32_t> left(count_), right(count_);
    expect_success(cudaMemcpy(left.data(), buffers_[0], count_ * element, cudaMemcpyDeviceToHost));
    expect_success(cudaMemcpy(right.data(), buffers_[1], count_ * element, cudaMemcpyDeviceToHost));
    const auto forward = workload::steps_at_once(steps_);
    std::size_t summed = 0;
    std::size_t advanced = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        summed += left[i] == expected(i) ? 1 : 0;
        advanced += right[i] == forward(right_data_.value(i)) ? 1 : 0;
    }
    if (summed == count_ && advanced == count_) {
        return std::nullopt;
    }
    return finding{"wrong-result/not-in-its-memory",
                   {{"summed", std::to_string(summed)},
                    {"advanced", std::to_string(advanced)},
                    {"count", std::to_string(count_)}},
                   {}};
}

}  // namespace checker
