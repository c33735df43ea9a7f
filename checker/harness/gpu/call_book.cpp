#include "checker/harness/gpu/call_book.hpp"

#include <chrono>
#include <utility>

namespace checker::gpu {
namespace {

using timeline::call_role;

bool is_failure(cudaError_t error) {
    return error != cudaSuccess && error != cudaErrorNotReady;
}

}  // namespace

call_book& call_book::of_process() {
    static call_book the_book;
    return the_book;
}

void call_book::watch_with(device_watch* watch) {
    watch_ = watch;
}

nanoseconds call_book::now() const {
    return watch_ != nullptr ? watch_->now()
                             : std::chrono::duration_cast<nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch());
}

// ---- notes -------------------------------------------------------------------------------------

void call_book::start_recording() {
    const std::lock_guard lock(door_);
    calls_.clear();
    constexpr std::size_t many = 16384;
    calls_.reserve(many);
    recording_ = true;
    // Nothing is there that goes by a number: small ones again.
    if (streams_.empty() && events_.empty()) {
        all_streams_.clear();
        thread_streams_.clear();
        next_stream_ = 1;
        next_event_ = 1;
    }
}

std::vector<noted_call> call_book::take_calls() {
    const std::lock_guard lock(door_);
    recording_ = false;
    return std::exchange(calls_, {});
}

void call_book::note_host_work(nanoseconds start, nanoseconds end, bytes size) {
    const std::lock_guard lock(door_);
    if (recording_) {
        call_facts facts;
        facts.name = "host";
        facts.role = call_role::host_work;
        facts.size = size;
        calls_.push_back({{}, facts, 0, start, end, cudaSuccess, true});
    }
}

call_book::running_call::running_call(call_book& book, const origin& from, call_facts facts)
    : book_(book), from_(from), facts_(facts) {
    const auto time = book_.now();
    const std::lock_guard lock(book_.door_);
    if (book_.recording_) {
        entry_ = book_.calls_.size();
        book_.calls_.push_back({from_, facts_, 0, time, time, cudaSuccess, false});
    }
    if (from_.who == caller::learner && book_.armed_) {
        planned_ = book_.next_failure(facts_.known_as != nullptr ? facts_.known_as : facts_.name);
    }
}

void call_book::running_call::started() {
    is_real_ = true;
    if (book_.watch_ != nullptr) {
        book_.watch_->before_call(facts_.work ? &*facts_.work : nullptr);
    }
}

cudaError_t call_book::running_call::end(cudaError_t result) {
    std::uint64_t correlation = 0;
    if (is_real_ && book_.watch_ != nullptr) {
        correlation = book_.watch_->after_call(facts_.work ? &*facts_.work : nullptr, result);
    }
    const auto time = book_.now();
    const std::lock_guard lock(book_.door_);
    if (entry_ && *entry_ < book_.calls_.size()) {
        auto& noted = book_.calls_[*entry_];
        noted.correlation = correlation;
        noted.end = time;
        noted.result = result;
        noted.is_done = true;
    }
    if (is_failure(result) && from_.who == caller::learner) {
        book_.note_failure(from_, facts_, result);
        if (planned_) {
            planned_last_error() = result;
        }
    }
    return result;
}

void call_book::note_failure(const origin& from, const call_facts& facts, cudaError_t result) {
    constexpr std::size_t enough = 8;
    if (failures_.size() < enough) {
        failures_.push_back(
            {facts.known_as != nullptr ? facts.known_as : facts.name, result, from.site});
    }
}

void call_book::kernel_found(const void* handle, const void* function) {
    const std::lock_guard lock(door_);
    kernels_[handle] = function;
}

const void* call_book::function_of(const void* handle) const {
    const std::lock_guard lock(door_);
    const auto known = kernels_.find(handle);
    return known == kernels_.end() ? nullptr : known->second;
}

// ---- failures ----------------------------------------------------------------------------------

void call_book::plan_failure(std::string_view api, int nth, cudaError_t error) {
    const std::lock_guard lock(door_);
    plans_[std::string(api)] = {nth, error, 0};
}

void call_book::arm() {
    const std::lock_guard lock(door_);
    armed_ = true;
    struck_ = {};
    planned_last_error() = cudaSuccess;
}

bool call_book::has_failed_here() const {
    const std::lock_guard lock(door_);
    return struck_ == std::this_thread::get_id();
}

call_counts call_book::disarm() {
    const std::lock_guard lock(door_);
    armed_ = false;
    planned_last_error() = cudaSuccess;
    call_counts counts;
    for (const auto& [api, one] : plans_) {
        counts[api] = one.calls;
    }
    plans_.clear();
    return counts;
}

std::optional<cudaError_t> call_book::next_failure(const char* api) {
    const auto found = plans_.find(std::string_view(api));
    if (found == plans_.end() || ++found->second.calls != found->second.nth) {
        return std::nullopt;
    }
    struck_ = std::this_thread::get_id();
    return found->second.error;
}

std::vector<noted_failure> call_book::take_failures() {
    const std::lock_guard lock(door_);
    return std::exchange(failures_, {});
}

cudaError_t& call_book::planned_last_error() {
    static thread_local cudaError_t error = cudaSuccess;
    return error;
}

const void*& call_book::launch_site() {
    static thread_local const void* site = nullptr;
    return site;
}

}  // namespace checker::gpu
