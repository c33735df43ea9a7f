#include "checker/harness/gpu/gpu_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "checker/harness/gpu/call_book.hpp"
#include "checker/harness/gpu/checker_kernel.hpp"
#include "checker/harness/gpu/cupti_watch.hpp"
#include "checker/harness/gpu/host_cache.hpp"
#include "checker/harness/gpu/run_recorder.hpp"
#include "common/timeline/cupti_recorder.hpp"

namespace checker {
namespace {

using gpu::call_book;

std::string error_text(cudaError_t error) {
    return fmt::format("{} ({})", cudaGetErrorString(error), cudaGetErrorName(error));
}

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

/// Windows' subsystem for Linux hands work to the GPU in batches of its own.
bool is_under_windows() {
    std::ifstream file("/proc/version");
    std::string text;
    std::getline(file, text);
    return text.find("icrosoft") != std::string::npos;
}

std::unique_ptr<gpu::device_watch> best_watch() {
    try {
        return gpu::watch_by_cupti();
    } catch (const timeline::cupti_problem& problem) {
        return gpu::watch_by_events(problem.what);
    }
}

class session final : public device_session {
public:
    session() {
        if (const auto error = cudaGetDevice(&device_); error != cudaSuccess) {
            throw no_device(error_text(error));
        }
        gpu::keep_freed_memory();
        // Before the context is made, so that nothing escapes CUPTI.
        watch_ = best_watch();
        if (const auto error = cudaFree(nullptr); error != cudaSuccess) {
            throw no_device(error_text(error));
        }
        cudaDeviceProp properties{};
        if (const auto error = cudaGetDeviceProperties(&properties, device_);
            error != cudaSuccess) {
            throw no_device(error_text(error));
        }
        name_ = properties.name;
        integrated_ = attribute(cudaDevAttrIntegrated, device_) != 0;
        engines_ = std::min(attribute(cudaDevAttrAsyncEngineCount, device_), 2);
        book().watch_with(watch_.get());
        runs_.emplace(*watch_);
    }
    ~session() override { book().watch_with(nullptr); }
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    std::string_view kind() const override { return "gpu"; }
    int repetitions() const override { return 5; }
    std::size_t host_threads() const override {
        constexpr unsigned int most = 8;
        return std::clamp(std::thread::hardware_concurrency(), 1u, most);
    }
    // Without CUPTI even the bound is put together from guesses.
    double least_noise() const override { return watch_->shortcoming().empty() ? 0.03 : 0.15; }
    int copy_engines() const override { return engines_; }

    words why_no_overlap() const override {
        if (integrated_) {
            return phrase(
                "{} has no memory of its own: copies and kernels compete for the host's, and what "
                "overlapping them gains says nothing about other devices.",
                name_);
        }
        return device_session::why_no_overlap();
    }

    words remark() const override {
        const auto watched = watch_->shortcoming();
        if (!is_under_windows()) {
            return watched;
        }
        const auto batches = phrase(
            "Under Windows, work reaches the GPU in batches: times vary more than elsewhere.");
        return watched.empty() ? batches : phrase("{} {}", watched, batches);
    }

    std::vector<std::string> machines() const override { return {name_}; }
    void become(const std::string& /*machine*/) override { start_afresh(); }

    void start_afresh() override {
        static_cast<void>(cudaDeviceSynchronize());
        const auto left = book().forget_learners();
        for (auto* stream : left.streams) {
            static_cast<void>(cudaStreamDestroy(stream));
        }
        for (auto* event : left.events) {
            static_cast<void>(cudaEventDestroy(event));
        }
        for (const auto& [kind, p] : left.blocks) {
            give_back(kind, p);
        }
        static_cast<void>(cudaGetLastError());
        static_cast<void>(book().take_failures());
    }

    // A context and loaded code cannot be taken back within a process.
    void start_cold() override {}

    nanoseconds now() const override { return watch_->now(); }

    void stop_watching() override { watch_->rest(); }
    void watch_again() override { watch_->go_on(); }
    void start_recording() override { runs_->start(); }
    timeline::recording take_recording() override { return runs_->take(); }

    std::vector<device_defect> take_defects() override { return {}; }

    std::vector<failed_call> take_failed_calls() override {
        std::vector<failed_call> result;
        for (auto& f : book().take_failures()) {
            result.push_back({std::move(f.api), f.error, runs_->place_of(f.site)});
        }
        return result;
    }

    std::vector<timeline::operation> pending_work() override {
        // The device's clock and the host's are not the same to the last microsecond.
        constexpr nanoseconds surely{20'000};
        return runs_->not_done_by(now() + surely);
    }

    holdings held() const override { return book().held(); }
    void reset_peaks() override { book().reset_peaks(); }

    void warm_up() override {
        constexpr nanoseconds fresh{500'000'000};
        constexpr nanoseconds enough{40'000'000};
        constexpr std::size_t count = std::size_t{1} << 20;
        constexpr unsigned int steps = 2000;
        if (warm_until_.count() != 0 && now() < warm_until_) {
            return;
        }
        void* memory = nullptr;
        if (cudaMalloc(&memory, count * sizeof(std::uint32_t)) != cudaSuccess) {
            return;
        }
        static_cast<void>(cudaMemset(memory, 0, count * sizeof(std::uint32_t)));
        const auto end = now() + enough;
        while (now() < end) {
            gpu::launch_advance(static_cast<std::uint32_t*>(memory), count, steps, nullptr);
            static_cast<void>(cudaDeviceSynchronize());
        }
        static_cast<void>(cudaFree(memory));
        warm_until_ = now() + fresh;
    }

    std::size_t for_timing(std::size_t elements, std::size_t enough) const override {
        return std::max(elements, enough);
    }

    // Pinning takes longer than what is measured in such memory, and it is measured often.
    void* pinned_memory(bytes size) override {
        const auto kept = spare_pinned_.find(size);
        if (kept == spare_pinned_.end()) {
            return device_session::pinned_memory(size);
        }
        auto* const p = kept->second;
        spare_pinned_.erase(kept);
        return p;
    }
    void give_back_pinned(void* p, bytes size) override {
        constexpr std::size_t a_few = 8;
        if (spare_pinned_.size() >= a_few) {
            static_cast<void>(cudaFreeHost(spare_pinned_.begin()->second));
            spare_pinned_.erase(spare_pinned_.begin());
        }
        spare_pinned_.emplace(size, p);
    }

    std::size_t data_stride() const override { return measures_time_ ? elements_of_64_kib : 1; }
    void measure_time(bool now) override { measures_time_ = now; }

    void host_begins() override { begin_of_work() = now(); }
    void host_reads(const void* /*p*/, bytes /*size*/) override {}
    void host_writes(void* p, bytes size) override {
        if (begin_of_work().count() == 0) {
            gpu::write_back(p, size.value, host_threads());  // preparing, nobody measures it
        }
        note_work(size);
    }
    void host_writes_for(void* /*p*/, bytes size, nanoseconds duration) override {
        work_until(duration, size);
    }
    void host_works_for(nanoseconds duration) override { work_until(duration, {}); }

    void plan_failure(std::string_view api, int nth, cudaError_t error) override {
        book().plan_failure(api, nth, error);
    }
    void arm_failures() override { book().arm(); }
    call_counts disarm_failures() override { return book().disarm(); }
    bool has_failed_here() const override { return book().has_failed_here(); }

    void launch_kernel(std::uint32_t* elements, std::size_t count, unsigned int steps,
                       cudaStream_t stream) override {
        gpu::launch_advance(elements, count, steps, stream);
    }

private:
    static constexpr std::size_t elements_of_64_kib = 16384;

    static call_book& book() { return call_book::of_process(); }

    static void give_back(call_book::memory kind, void* p) {
        switch (kind) {
            case call_book::memory::device:
            case call_book::memory::device_in_order:
                static_cast<void>(cudaFree(p));
                break;
            case call_book::memory::pinned:
                static_cast<void>(cudaFreeHost(p));
                break;
            case call_book::memory::registered:
                static_cast<void>(cudaHostUnregister(p));
                break;
        }
    }

    static nanoseconds& begin_of_work() {
        static thread_local nanoseconds begin{0};
        return begin;
    }

    nanoseconds take_begin() const {
        const auto begin = std::exchange(begin_of_work(), nanoseconds{0});
        return begin.count() != 0 ? begin : now();
    }

    void note_work(bytes size) {
        if (begin_of_work().count() != 0) {
            const auto begin = take_begin();
            book().note_host_work(begin, now(), size);
        }
    }

    /// Keeps the host busy until the work has taken that long.
    void work_until(nanoseconds duration, bytes size) {
        const auto begin = take_begin();
        while (now() < begin + duration) {
        }
        book().note_host_work(begin, now(), size);
    }

    int device_ = 0;
    int engines_ = 0;
    bool integrated_ = false;
    bool measures_time_ = false;
    std::string name_;
    std::unique_ptr<gpu::device_watch> watch_;
    std::optional<gpu::run_recorder> runs_;
    nanoseconds warm_until_{0};
    std::multimap<bytes, void*> spare_pinned_;
};

}  // namespace

std::unique_ptr<device_session> gpu_session() {
    return std::make_unique<session>();
}

}  // namespace checker
