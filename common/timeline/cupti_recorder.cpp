#include "common/timeline/cupti_recorder.hpp"

#include <fmt/format.h>

#include <array>

#ifndef CUPTI_LIBRARY
#define CUPTI_LIBRARY ""
#endif

namespace timeline {
namespace {

thread_local std::uint64_t correlation_of_thread = 0;

}  // namespace

void cupti_recorder::begin_call() {
    correlation_of_thread = 0;
}

std::uint64_t cupti_recorder::correlation_of_call() {
    return correlation_of_thread;
}

}  // namespace timeline

#if __has_include(<cupti.h>)

#include <cuda_runtime_api.h>
#include <cupti.h>
#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace timeline {
namespace {

// The layouts that CUDA 12.4 and everything after it begin their records with.
using copy_record = CUpti_ActivityMemcpy5;
using set_record = CUpti_ActivityMemset4;
using kernel_record = CUpti_ActivityKernel9;

/// The functions of the library that are used here.
struct functions {
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableDomain) enable_domain = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) register_callbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) next_record = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) dropped = nullptr;
    decltype(&cuptiGetTimestamp) timestamp = nullptr;
    decltype(&cuptiGetResultString) result_text = nullptr;
};

template <class Function>
void find(void* library, Function& into, const char* name) {
    into = reinterpret_cast<Function>(dlsym(library, name));
    if (into == nullptr) {
        throw cupti_problem{fmt::format("CUPTI's library has no function {}", name)};
    }
}

void* open_library() {
    std::string tried;
    for (const auto& name : cupti_candidates()) {
        if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
        tried += (tried.empty() ? "" : ", ") + name;
    }
    throw cupti_problem{fmt::format("CUPTI's library is not there (tried {})", tried)};
}

functions load_functions() {
    void* const library = open_library();
    functions f;
    find(library, f.subscribe, "cuptiSubscribe");
    find(library, f.unsubscribe, "cuptiUnsubscribe");
    find(library, f.enable_domain, "cuptiEnableDomain");
    find(library, f.register_callbacks, "cuptiActivityRegisterCallbacks");
    find(library, f.enable, "cuptiActivityEnable");
    find(library, f.disable, "cuptiActivityDisable");
    find(library, f.flush, "cuptiActivityFlushAll");
    find(library, f.next_record, "cuptiActivityGetNextRecord");
    find(library, f.dropped, "cuptiActivityGetNumDroppedRecords");
    find(library, f.timestamp, "cuptiGetTimestamp");
    find(library, f.result_text, "cuptiGetResultString");
    return f;
}

/// What arrives from CUPTI's own threads. CUPTI hands its callbacks no pointer of ours, so there is
/// one for the process.
class arrivals {
public:
    static arrivals& of_process() {
        static arrivals the_arrivals;
        return the_arrivals;
    }

    void use(const functions& f) { functions_ = f; }

    /// An empty buffer. Those that came back are used again: their pages are there already.
    std::uint8_t* empty_buffer() {
        const std::lock_guard lock(door_);
        if (spare_.empty()) {
            return static_cast<std::uint8_t*>(std::aligned_alloc(alignment, buffer_size));
        }
        auto* const buffer = spare_.back();
        spare_.pop_back();
        return buffer;
    }

    void full_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                     std::size_t used) {
        // No call of CUPTI's with the door closed: its other threads come through the door with
        // locks of CUPTI's.
        std::vector<gpu_work> arrived;
        CUpti_Activity* record = nullptr;
        while (used > 0 && functions_.next_record(buffer, used, &record) == CUPTI_SUCCESS) {
            if (auto work = work_in(*record)) {
                arrived.push_back(*std::move(work));
            }
        }
        std::size_t dropped = 0;
        if (functions_.dropped(context, stream, &dropped) != CUPTI_SUCCESS) {
            dropped = 0;
        }
        const std::lock_guard lock(door_);
        taken_.work.insert(taken_.work.end(), std::make_move_iterator(arrived.begin()),
                           std::make_move_iterator(arrived.end()));
        taken_.lost += dropped;
        spare_.push_back(buffer);
    }

    [[nodiscard]] std::size_t count() const {
        const std::lock_guard lock(door_);
        return taken_.work.size();
    }
    [[nodiscard]] cupti_recorder::taken take() {
        const std::lock_guard lock(door_);
        return std::exchange(taken_, {});
    }

    // CUPTI clears a buffer before it uses it, inside some call of the program's: 4 MiB of it take
    // half a millisecond.
    static constexpr std::size_t buffer_size = std::size_t{64} << 10;

private:
    static constexpr std::size_t alignment = 4096;

    static op_kind kind_of(std::uint8_t copy) {
        switch (copy) {
            case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
            case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
                return op_kind::copy_h2d;
            case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
            case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
                return op_kind::copy_d2h;
            case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
                return op_kind::copy_h2h;
            default:
                return op_kind::copy_d2d;
        }
    }

    static memory_kind memory_of(std::uint8_t kind) {
        switch (kind) {
            case CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE:
                return memory_kind::pageable;
            case CUPTI_ACTIVITY_MEMORY_KIND_PINNED:
                return memory_kind::pinned;
            case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED:
                return memory_kind::managed;
            default:
                return memory_kind::none;
        }
    }

    template <class Record>
    static gpu_work times_of(const Record& r, op_kind kind) {
        gpu_work w;
        w.correlation = r.correlationId;
        w.kind = kind;
        w.stream = r.streamId;
        w.device = r.deviceId;
        w.start = nanoseconds{static_cast<std::int64_t>(r.start)};
        w.end = nanoseconds{static_cast<std::int64_t>(r.end)};
        return w;
    }

    static std::optional<gpu_work> work_in(const CUpti_Activity& any) {
        switch (any.kind) {
            case CUPTI_ACTIVITY_KIND_MEMCPY: {
                const auto& r = reinterpret_cast<const copy_record&>(any);
                auto w = times_of(r, kind_of(r.copyKind));
                w.size = {r.bytes};
                w.host_memory = memory_of(w.kind == op_kind::copy_d2h ? r.dstKind : r.srcKind);
                return w;
            }
            case CUPTI_ACTIVITY_KIND_MEMCPY2: {
                const auto& r = reinterpret_cast<const CUpti_ActivityMemcpyPtoP4&>(any);
                auto w = times_of(r, op_kind::copy_p2p);
                w.device = r.dstDeviceId;
                w.size = {r.bytes};
                return w;
            }
            case CUPTI_ACTIVITY_KIND_MEMSET: {
                const auto& r = reinterpret_cast<const set_record&>(any);
                auto w = times_of(r, op_kind::memset);
                w.size = {r.bytes};
                return w;
            }
            case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            case CUPTI_ACTIVITY_KIND_KERNEL: {
                const auto& r = reinterpret_cast<const kernel_record&>(any);
                auto w = times_of(r, op_kind::kernel);
                w.name = r.name != nullptr ? r.name : "";
                return w;
            }
            default:
                return std::nullopt;
        }
    }

    mutable std::mutex door_;
    functions functions_;
    std::vector<std::uint8_t*> spare_;
    cupti_recorder::taken taken_;
};

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
    *buffer = arrivals::of_process().empty_buffer();
    *size = *buffer != nullptr ? arrivals::buffer_size : 0;
    *most_records = 0;  // as many as there is room for
}

void CUPTIAPI take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                          std::size_t /*size*/, std::size_t used) {
    arrivals::of_process().full_buffer(context, stream, buffer, used);
}

void CUPTIAPI note_correlation(void* /*ours*/, CUpti_CallbackDomain /*domain*/,
                               CUpti_CallbackId /*function*/, const void* data) {
    const auto& call = *static_cast<const CUpti_CallbackData*>(data);
    if (call.callbackSite == CUPTI_API_ENTER && correlation_of_thread == 0) {
        correlation_of_thread = call.correlationId;
    }
}

constexpr std::array kinds = {CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY2,
                              CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};

std::string text_of(const functions& f, CUptiResult result) {
    const char* text = nullptr;
    f.result_text(result, &text);
    return text != nullptr ? text : fmt::format("result {}", static_cast<int>(result));
}

}  // namespace

struct cupti_recorder::parts {
    functions call;
    CUpti_SubscriberHandle subscriber{};

    void expect(CUptiResult result, const char* what) const {
        if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
            throw cupti_problem{
                "another profiler is attached to this program already, and CUPTI serves one"};
        }
        if (result != CUPTI_SUCCESS) {
            throw cupti_problem{fmt::format("{} failed: {}", what, text_of(call, result))};
        }
    }
};

std::unique_ptr<cupti_recorder> cupti_recorder::open() {
    auto own = std::make_unique<parts>();
    own->call = load_functions();
    auto& f = own->call;
    arrivals::of_process().use(f);
    own->expect(f.subscribe(&own->subscriber, note_correlation, nullptr), "cuptiSubscribe");
    own->expect(f.enable_domain(1, own->subscriber, CUPTI_CB_DOMAIN_RUNTIME_API),
                "cuptiEnableDomain");
    own->expect(f.register_callbacks(give_buffer, take_buffer), "cuptiActivityRegisterCallbacks");
    for (const auto kind : kinds) {
        own->expect(f.enable(kind), "cuptiActivityEnable");
    }
    return std::unique_ptr<cupti_recorder>(new cupti_recorder(std::move(own)));
}

cupti_recorder::cupti_recorder(std::unique_ptr<parts> own) : own_(std::move(own)) {}

void cupti_recorder::rest() {
    for (const auto kind : kinds) {
        own_->expect(own_->call.disable(kind), "cuptiActivityDisable");
    }
}

void cupti_recorder::go_on() {
    for (const auto kind : kinds) {
        own_->expect(own_->call.enable(kind), "cuptiActivityEnable");
    }
}

cupti_recorder::~cupti_recorder() {
    for (const auto kind : kinds) {
        static_cast<void>(own_->call.disable(kind));
    }
    static_cast<void>(own_->call.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    static_cast<void>(own_->call.unsubscribe(own_->subscriber));
}

nanoseconds cupti_recorder::now() const {
    std::uint64_t time = 0;
    static_cast<void>(own_->call.timestamp(&time));
    return nanoseconds{static_cast<std::int64_t>(time)};
}

void cupti_recorder::forget() {
    static_cast<void>(own_->call.flush(0));
    static_cast<void>(arrivals::of_process().take());
}

cupti_recorder::taken cupti_recorder::take(std::size_t expected) {
    constexpr int looks = 20;
    constexpr std::chrono::milliseconds between{1};
    auto& all = arrivals::of_process();
    for (int look = 0; look < looks; ++look) {
        // Complete records at first; later whatever there is.
        static_cast<void>(own_->call.flush(
            look < looks / 2 ? 0 : std::uint32_t{CUPTI_ACTIVITY_FLAG_FLUSH_FORCED}));
        if (all.count() >= expected) {
            break;
        }
        std::this_thread::sleep_for(between);
    }
    auto result = all.take();
    if (result.work.size() < expected && result.lost == 0) {
        result.lost = expected - result.work.size();
    }
    return result;
}

std::vector<std::string> cupti_candidates() {
    std::vector<std::string> names = {fmt::format("libcupti.so.{}", CUDART_VERSION / 1000)};
    if (const std::string beside_nvcc = CUPTI_LIBRARY; !beside_nvcc.empty()) {
        names.push_back(beside_nvcc);
    }
    names.emplace_back("libcupti.so");
    return names;
}

}  // namespace timeline

#else

namespace timeline {

struct cupti_recorder::parts {};

std::unique_ptr<cupti_recorder> cupti_recorder::open() {
    throw cupti_problem{"the CUDA Toolkit that this was built with has no CUPTI"};
}
cupti_recorder::~cupti_recorder() = default;
nanoseconds cupti_recorder::now() const {
    return {};
}
void cupti_recorder::forget() {}
cupti_recorder::taken cupti_recorder::take(std::size_t) {
    return {};
}
std::vector<std::string> cupti_candidates() {
    return {};
}

}  // namespace timeline

#endif
