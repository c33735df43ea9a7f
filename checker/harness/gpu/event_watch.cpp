#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "checker/harness/gpu/cupti_watch.hpp"
#include "common/simcuda/runtime/places.hpp"

namespace checker::gpu {
namespace {

using timeline::gpu_work;
using timeline::memory_kind;
using timeline::op_kind;

memory_kind memory_at(const void* host_side) {
    cudaPointerAttributes attributes{};
    if (host_side == nullptr) {
        return memory_kind::none;
    }
    if (cudaPointerGetAttributes(&attributes, host_side) != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        return memory_kind::pageable;
    }
    switch (attributes.type) {
        case cudaMemoryTypeHost:
            return memory_kind::pinned;
        case cudaMemoryTypeManaged:
            return memory_kind::managed;
        default:
            return memory_kind::pageable;
    }
}

bool is_capturing(cudaStream_t stream) {
    auto status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &status) != cudaSuccess ||
           status != cudaStreamCaptureStatusNone;
}

class event_watch final : public device_watch {
public:
    explicit event_watch(const std::string& why) : why_(why) { base_ = make_event(); }
    ~event_watch() override {
        forget();
        for (auto* event : spare_) {
            static_cast<void>(cudaEventDestroy(event));
        }
        static_cast<void>(cudaEventDestroy(base_));
    }

    words shortcoming() const override {
        return phrase(
            "Times come from events, since {}: when a copy or a kernel began is reckoned and not "
            "seen, so how much ran at the same time is a guess.",
            why_);
    }

    nanoseconds now() const override {
        return std::chrono::duration_cast<nanoseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    void before_call(const started_work* work) override {
        if (work == nullptr || is_capturing(work->stream)) {
            return;
        }
        begun() = take_event();
        static_cast<void>(cudaEventRecord(begun(), work->stream));
    }

    std::uint64_t after_call(const started_work* work, cudaError_t result) override {
        auto* const begin = std::exchange(begun(), nullptr);
        if (work == nullptr || begin == nullptr) {
            return 0;
        }
        auto* const end = take_event();
        static_cast<void>(cudaEventRecord(end, work->stream));
        const std::lock_guard lock(door_);
        if (result != cudaSuccess) {
            spare_.insert(spare_.end(), {begin, end});
            return 0;
        }
        noted_.push_back({*work, begin, end});
        return noted_.size();
    }

    void forget() override {
        const std::lock_guard lock(door_);
        for (const auto& each : noted_) {
            spare_.insert(spare_.end(), {each.begin, each.end});
        }
        noted_.clear();
        static_cast<void>(cudaEventRecord(base_, nullptr));
        static_cast<void>(cudaEventSynchronize(base_));
        base_time_ = now();
    }

    seen take(std::size_t /*expected*/) override {
        const std::lock_guard lock(door_);
        seen result;
        for (std::size_t i = 0; i < noted_.size(); ++i) {
            const auto& each = noted_[i];
            gpu_work w;
            w.correlation = i + 1;
            w.kind = each.work.kind;
            w.name = each.work.function != nullptr ? names_.function_at(each.work.function) : "";
            w.stream = number_of(each.work.stream);
            w.start = time_of(each.begin);
            w.end = time_of(each.end);
            w.size = each.work.size;
            w.host_memory = memory_at(each.work.host_side);
            result.work.push_back(std::move(w));
        }
        leave_turns(result.work);
        return result;
    }

private:
    struct noted_work {
        started_work work;
        cudaEvent_t begin;
        cudaEvent_t end;
    };

    static cudaEvent_t& begun() {
        static thread_local cudaEvent_t event = nullptr;
        return event;
    }

    static cudaEvent_t make_event() {
        cudaEvent_t event = nullptr;
        static_cast<void>(cudaEventCreate(&event));
        return event;
    }

    cudaEvent_t take_event() {
        const std::lock_guard lock(door_);
        if (spare_.empty()) {
            return make_event();
        }
        auto* const event = spare_.back();
        spare_.pop_back();
        return event;
    }

    std::uint32_t number_of(cudaStream_t stream) {
        return streams_.try_emplace(stream, static_cast<std::uint32_t>(streams_.size()))
            .first->second;
    }

    [[nodiscard]] nanoseconds time_of(cudaEvent_t event) const {
        float ms = 0;
        static_cast<void>(cudaEventElapsedTime(&ms, base_, event));
        return base_time_ + nanoseconds{static_cast<std::int64_t>(static_cast<double>(ms) * 1e6)};
    }

    /// A stream reaches its next copy while the engine still works for another stream: it began
    /// when the one before it on the same engine was done.
    static void leave_turns(std::vector<gpu_work>& work) {
        std::vector<gpu_work*> in_order;
        for (auto& each : work) {
            in_order.push_back(&each);
        }
        std::stable_sort(in_order.begin(), in_order.end(),
                         [](const gpu_work* a, const gpu_work* b) { return a->end < b->end; });
        std::map<op_kind, nanoseconds> free_from;
        for (auto* each : in_order) {
            each->start = std::max(each->start, free_from[each->kind]);
            free_from[each->kind] = each->end;
        }
    }

    std::string why_;
    std::mutex door_;
    cudaEvent_t base_ = nullptr;
    nanoseconds base_time_{0};
    std::vector<noted_work> noted_;
    std::vector<cudaEvent_t> spare_;
    std::map<cudaStream_t, std::uint32_t> streams_;
    simcuda::place_finder names_;
};

}  // namespace

std::unique_ptr<device_watch> watch_by_events(const std::string& why) {
    return std::make_unique<event_watch>(why);
}

}  // namespace checker::gpu
