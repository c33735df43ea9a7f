#include "checker/harness/block_feed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "checker/harness/asked_wrongly.hpp"

namespace checker {
namespace {

bytes bytes_of(std::size_t elements) {
    return {elements * sizeof(std::uint32_t)};
}

std::vector<std::size_t> starts_of(const std::vector<std::size_t>& sizes) {
    std::vector<std::size_t> starts(sizes.size() + 1, 0);
    std::partial_sum(sizes.begin(), sizes.end(), starts.begin() + 1);
    return starts;
}

/// Reads a little of every part, so that whoever is early anywhere is seen: what reading all of it
/// takes is stated elsewhere.
void look_everywhere(device_session& device, const std::uint32_t* from, std::size_t count) {
    constexpr std::size_t a_few = 16;
    constexpr std::size_t parts = 16;
    const std::size_t length = std::min(count, a_few);
    for (std::size_t part = 0; part <= parts; ++part) {
        device.host_reads(from + (count - length) * part / parts, bytes_of(length));
    }
}

nanoseconds host_time(const feed_plan& plan, std::size_t elements) {
    return nanoseconds{std::llround(plan.ns_per_element * static_cast<double>(elements))};
}

}  // namespace

std::size_t feed_plan::largest() const {
    return sizes.empty() ? 1 : *std::max_element(sizes.begin(), sizes.end());
}

std::size_t feed_plan::blocks_in(bytes size) const {
    std::size_t blocks = 0;
    for (std::uint64_t sum = 0; blocks < sizes.size(); ++blocks) {
        sum += bytes_of(sizes[blocks]).value;
        if (sum > size.value) {
            break;
        }
    }
    return blocks;
}

bytes feed_plan::before(std::size_t block) const {
    const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(block);
    return bytes_of(std::accumulate(sizes.begin(), end, std::size_t{0}));
}

block_feed::block_feed(device_session& device, feed_plan plan, std::uint64_t seed)
    : device_(device), plan_(std::move(plan)), data_(seed), first_(starts_of(plan_.sizes)) {}

cudaError_t block_feed::produce(std::uint32_t* to, std::size_t& count) {
    const acting_as producer(device_, "work.produce");
    count = 0;
    std::size_t block = 0;
    {
        const std::lock_guard lock(door_);
        if (taken_ == plan_.fails_producing) {
            return fails_with(producing_failed);
        }
        if (taken_ == plan_.sizes.size()) {
            return cudaSuccess;
        }
        block = take_next();
    }
    require_memory("work.produce", to);
    count = plan_.sizes[block];
    device_.host_begins();
    data_.fill_some({to, count}, first_[block], device_.data_stride());
    device_.host_writes_for(to, bytes_of(count), host_time(plan_, count));
    return cudaSuccess;
}

cudaError_t block_feed::fails_with(cudaError_t error) {
    const auto here = std::this_thread::get_id();
    have_order_ = have_order_ && (!first_error_ || failed_in_ == here);
    failed_in_ = here;
    first_error_ = first_error_.value_or(error);
    return error;
}

std::size_t block_feed::take_next() {
    const bool is_late = plan_.stops_after && delivered_ >= *plan_.stops_after;
    taken_late_ += is_late ? 1 : 0;
    taken_unasked_ += is_late && !was_asked_ ? 1 : 0;
    was_asked_ = false;
    const std::size_t block = taken_++;
    most_under_way_ = std::max(most_under_way_, taken_ - std::min(taken_, delivered_));
    return block;
}

cudaError_t block_feed::consume(const std::uint32_t* from, std::size_t count) {
    const acting_as consumer(device_, "work.consume");
    require_memory("work.consume", from);
    device_.host_begins();
    look_everywhere(device_, from, part_of_next(count));
    device_.host_works_for(host_time(plan_, count));
    const bool is_after_failure = device_.has_failed_here();
    const std::lock_guard lock(door_);
    after_failure_ += is_after_failure ? 1 : 0;
    if (!wrong_) {
        wrong_ = look_at(from, count);
        wrong_block_ = delivered_;
    }
    if (refused_ || delivered_ == plan_.fails_consuming) {
        refused_ = true;
        return fails_with(consuming_failed);
    }
    ++delivered_;
    return cudaSuccess;
}

std::size_t block_feed::part_of_next(std::size_t count) const {
    const std::lock_guard lock(door_);
    // Of a block that is too long, the rest is nobody's: that it is too long is what is to be told.
    return delivered_ < plan_.sizes.size() ? std::min(count, plan_.sizes[delivered_]) : count;
}

bool block_feed::stop_requested() const {
    const std::lock_guard lock(door_);
    was_asked_ = true;
    return plan_.stops_after && delivered_ >= *plan_.stops_after;
}

std::optional<std::size_t> block_feed::block_beginning_with(std::uint32_t result) const {
    const auto back = workload::undoing(workload::steps_at_once(plan_.steps));
    const std::size_t element = data_.index_of(back(result));
    const auto found = std::lower_bound(first_.begin(), first_.end() - 1, element);
    if (found == first_.end() - 1 || *found != element) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - first_.begin());
}

std::optional<finding> block_feed::look_at(const std::uint32_t* from, std::size_t count) const {
    const auto block = std::to_string(delivered_);
    if (refused_) {
        return finding{"wrong-result/after-refusal", {{"block", block}}, {}};
    }
    if (delivered_ == plan_.sizes.size()) {
        return finding{"wrong-result/too-many-blocks", {{"blocks", block}}, {}};
    }
    const auto other = count > 0 ? block_beginning_with(from[0]) : std::nullopt;
    if (other && *other != delivered_) {
        return finding{
            *other < delivered_ ? "wrong-result/block-again" : "wrong-result/block-order",
            {{"block", block}, {"other", std::to_string(*other)}},
            {}};
    }
    const std::size_t wanted = plan_.sizes[delivered_];
    if (count != wanted) {
        return finding{"wrong-result/block-length",
                       {{"block", block},
                        {"found", std::to_string(count)},
                        {"expected", std::to_string(wanted)}},
                       {}};
    }
    const auto forward = workload::steps_at_once(plan_.steps);
    const auto stride = device_.data_stride();
    const auto rest = first_[delivered_] % stride;
    for (std::size_t i = rest == 0 ? 0 : stride - rest; i < count; i += stride) {
        const auto expected = forward(data_.value(first_[delivered_] + i));
        if (from[i] != expected) {
            return finding{"wrong-result/block-values",
                           {{"block", block},
                            {"element", std::to_string(i)},
                            {"count", std::to_string(count)},
                            {"found", fmt::format("0x{:08x}", from[i])},
                            {"expected", fmt::format("0x{:08x}", expected)}},
                           {}};
        }
    }
    return std::nullopt;
}

}  // namespace checker
