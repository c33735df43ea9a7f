// What the program has created: streams, events, memory.

#include <algorithm>

#include "checker/harness/gpu/call_book.hpp"

namespace checker::gpu {
namespace {

/// A thing of this thread's own, to tell the default streams of threads apart.
const void* this_thread() {
    static thread_local char mark = 0;
    return &mark;
}

}  // namespace

// ---- handles -----------------------------------------------------------------------------------

timeline::stream_id call_book::number_of(cudaStream_t handle) {
    const auto known = streams_.find(handle);
    if (known != streams_.end()) {
        return known->second.info.id;
    }
    // Made by somebody whose calls do not pass here.
    unsigned int flags = 0;
    static_cast<void>(cudaStreamGetFlags(handle, &flags));
    const auto id = next_stream_++;
    const timeline::stream_info info{id, "stream " + std::to_string(id),
                                     (flags & cudaStreamNonBlocking) != 0, 0};
    all_streams_.push_back(info);
    streams_[handle] = {info, false};
    return id;
}

timeline::stream_id call_book::stream(cudaStream_t handle, default_stream zero) {
    const std::lock_guard lock(door_);
    const bool is_zero = handle == nullptr;
    if (handle == cudaStreamLegacy || (is_zero && zero == default_stream::legacy)) {
        return 0;
    }
    if (handle == cudaStreamPerThread || is_zero) {
        const auto [own, is_new] = thread_streams_.try_emplace(this_thread(), next_stream_);
        if (is_new) {
            ++next_stream_;
            all_streams_.push_back(
                {own->second, "default stream of a thread, " + std::to_string(own->second)});
        }
        return own->second;
    }
    return number_of(handle);
}

std::uint64_t call_book::event(cudaEvent_t handle) {
    const std::lock_guard lock(door_);
    const auto [known, is_new] = events_.try_emplace(handle, next_event_, false);
    next_event_ += is_new ? 1 : 0;
    return known->second.first;
}

std::vector<timeline::stream_info> call_book::streams() const {
    const std::lock_guard lock(door_);
    return all_streams_;
}

void call_book::stream_made(const origin& from, cudaStream_t handle, bool non_blocking,
                            int priority) {
    const std::lock_guard lock(door_);
    const auto id = next_stream_++;
    const timeline::stream_info info{id, "stream " + std::to_string(id), non_blocking, priority};
    all_streams_.push_back(info);
    streams_[handle] = {info, from.who == caller::learner};
    held_.streams += from.who == caller::learner ? 1 : 0;
}

void call_book::stream_gone(const origin& /*from*/, cudaStream_t handle) {
    const std::lock_guard lock(door_);
    if (const auto known = streams_.find(handle); known != streams_.end()) {
        held_.streams -= known->second.is_learners ? 1 : 0;
        streams_.erase(known);
    }
}

void call_book::event_made(const origin& from, cudaEvent_t handle) {
    const std::lock_guard lock(door_);
    events_[handle] = {next_event_++, from.who == caller::learner};
    held_.events += from.who == caller::learner ? 1 : 0;
}

void call_book::event_gone(const origin& /*from*/, cudaEvent_t handle) {
    const std::lock_guard lock(door_);
    if (const auto known = events_.find(handle); known != events_.end()) {
        held_.events -= known->second.second ? 1 : 0;
        events_.erase(known);
    }
}

// ---- memory ------------------------------------------------------------------------------------

void call_book::allocated(const origin& from, memory kind, void* p, std::size_t size) {
    if (from.who != caller::learner || p == nullptr) {
        return;
    }
    const std::lock_guard lock(door_);
    memory_[p] = {kind, size};
    switch (kind) {
        case memory::device:
        case memory::device_in_order:
            ++held_.device_buffers;
            held_.device += {size};
            held_.device_peak = std::max(held_.device_peak, held_.device);
            break;
        case memory::pinned:
            ++held_.pinned_buffers;
            held_.pinned += {size};
            held_.pinned_peak = std::max(held_.pinned_peak, held_.pinned);
            break;
        case memory::registered:
            ++held_.registrations;
            break;
    }
}

void call_book::freed(const origin& /*from*/, memory /*kind*/, void* p) {
    const std::lock_guard lock(door_);
    const auto known = memory_.find(p);
    if (known == memory_.end()) {
        return;
    }
    const auto [kind, size] = known->second;
    switch (kind) {
        case memory::device:
        case memory::device_in_order:
            --held_.device_buffers;
            held_.device = held_.device - bytes{size};
            break;
        case memory::pinned:
            --held_.pinned_buffers;
            held_.pinned = held_.pinned - bytes{size};
            break;
        case memory::registered:
            --held_.registrations;
            break;
    }
    memory_.erase(known);
}

holdings call_book::held() const {
    const std::lock_guard lock(door_);
    return held_;
}

void call_book::reset_peaks() {
    const std::lock_guard lock(door_);
    held_.device_peak = held_.device;
    held_.pinned_peak = held_.pinned;
}

call_book::left_behind call_book::forget_learners() {
    const std::lock_guard lock(door_);
    left_behind left;
    for (const auto& [handle, known] : streams_) {
        if (known.is_learners) {
            left.streams.push_back(handle);
        }
    }
    for (const auto& [handle, known] : events_) {
        if (known.second) {
            left.events.push_back(handle);
        }
    }
    for (const auto& [p, known] : memory_) {
        left.blocks.emplace_back(known.kind, p);
    }
    // Handles of what is destroyed may come again, as something else.
    streams_.clear();
    events_.clear();
    memory_.clear();
    thread_streams_.clear();
    all_streams_.clear();
    next_stream_ = 1;
    next_event_ = 1;
    held_ = {};
    return left;
}

}  // namespace checker::gpu
