// Streams and events as such, and the calls that name no stream.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/host_functions.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/refusals.hpp"

using namespace simcuda;

namespace {

constexpr int lowest_priority = 0, highest_priority = -5;  // lower numbers go first

cudaError_t create(call& c, cudaStream_t* out, unsigned flags, int priority) {
    if (out == nullptr)
        return refuse_null_result(c);
    if ((flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
        return refuse_flags(c, flags);
    const blocking mode = flags == cudaStreamNonBlocking ? blocking::never : blocking::with_legacy;
    *out = c.on().order().create_stream(
        mode, flags, std::max(highest_priority, std::min(lowest_priority, priority)), c.pc());
    return cudaSuccess;
}

cudaError_t create(call& c, cudaEvent_t* out, unsigned flags) {
    constexpr unsigned known_flags =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (out == nullptr)
        return refuse_null_result(c);
    const bool is_shared_and_timed =
        (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
    if ((flags & ~known_flags) != 0 || is_shared_and_timed)
        return refuse_flags(c, flags);
    *out = c.on().order().create_event(flags, c.pc());
    return cudaSuccess;
}

// For a report that has to say why a wait of the host did not help.
void note_wait(call& c, host_wait_kind kind, const CUevent_st& e) {
    const record_note record = e.captured ? e.records.back() : record_note{};
    c.on().order().note_host_wait({kind, 0, e.id, record, 0, c.name(), c.pc()});
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* out) {
    return api("cudaStreamCreate", __builtin_return_address(0),
               [&](call& c) { return create(c, out, cudaStreamDefault, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* out, unsigned flags) {
    return api("cudaStreamCreateWithFlags", __builtin_return_address(0),
               [&](call& c) { return create(c, out, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags, int priority) {
    return api("cudaStreamCreateWithPriority", __builtin_return_address(0),
               [&](call& c) { return create(c, out, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return api("cudaStreamDestroy", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = stream == nullptr ? nullptr : c.on().order().find_stream(stream);
        if (stream == nullptr || s == &c.on().order().legacy())
            return c.refuse(cudaErrorInvalidResourceHandle, {"destroy_default"});
        if (s == nullptr)
            return refuse_stream(c);
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;
        c.on().order().destroy_stream(s, c.pc());  // returns at once; its work goes on
        return cudaSuccess;
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return api("cudaThreadExchangeStreamCaptureMode", __builtin_return_address(0), [&](call& c) {
        if (mode == nullptr)
            return cudaErrorInvalidValue;
        // Any number is taken (measured on an H200).
        *mode = c.on().captures().exchange_mode(*mode);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return api("cudaDeviceGetStreamPriorityRange", __builtin_return_address(0), [&](call&) {
        if (least != nullptr)
            *least = lowest_priority;
        if (greatest != nullptr)
            *greatest = highest_priority;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSynchronize() {
    return api("cudaDeviceSynchronize", __builtin_return_address(0), [&](call& c) {
        c.wait_for(c.on().order().everything(c.on().order().current_device()));
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* out) {
    return api("cudaEventCreate", __builtin_return_address(0),
               [&](call& c) { return create(c, out, cudaEventDefault); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
    return api("cudaEventCreateWithFlags", __builtin_return_address(0),
               [&](call& c) { return create(c, out, flags); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return api("cudaEventDestroy", __builtin_return_address(0), [&](call& c) {
        CUevent_st* e = c.on().order().find_event(event);
        if (e == nullptr)
            return refuse_event(c, event);
        c.on().order().destroy_event(e, c.pc());
        return cudaSuccess;
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api("cudaEventQuery", __builtin_return_address(0), [&](call& c) {
        const CUevent_st* e = c.on().order().find_event(event);
        if (e == nullptr)
            return refuse_event(c, event);
        if (const cudaError_t error = c.on().captures().may_touch(*e))
            return error;
        if (!c.on().order().reached(e->captured)) {
            note_wait(c, host_wait_kind::not_ready, *e);
            return cudaErrorNotReady;
        }
        note_wait(c, host_wait_kind::event, *e);
        c.on().order().host_joins(e->captured);  // success is as good as a wait
        finish_host_functions(c.on());
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api("cudaEventSynchronize", __builtin_return_address(0), [&](call& c) {
        const CUevent_st* e = c.on().order().find_event(event);
        if (e == nullptr)
            return refuse_event(c, event);
        if (const cudaError_t error = c.on().captures().may_touch(*e))
            return error;
        note_wait(c, host_wait_kind::event, *e);
        c.wait_for({e->captured});
        return cudaSuccess;
    });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
    return api("cudaEventElapsedTime", __builtin_return_address(0), [&](call& c) {
        scheduler& order = c.on().order();
        const CUevent_st* a = order.find_event(start);
        const CUevent_st* b = order.find_event(end);
        if (ms == nullptr)
            return refuse_null_result(c);
        if (a == nullptr)
            return refuse_event(c, start, "first_event");
        if (b == nullptr)
            return refuse_event(c, end, "second_event");
        c.compares(a->id, b->id);
        if (a->device != b->device)
            return cudaErrorInvalidResourceHandle;
        if (c.on().captures().holds(*a) || c.on().captures().holds(*b))
            return cudaErrorCapturedEvent;
        const auto which = [&](const CUevent_st* e) {
            return std::map<std::string, std::string>{
                {"which", message(e == a ? "word.the_first_event" : "word.the_second_event")}};
        };
        for (const CUevent_st* e : {a, b}) {
            if ((e->flags & cudaEventDisableTiming) != 0)
                return c.refuse(cudaErrorInvalidResourceHandle, {"event_without_time", which(e)});
            if (!e->captured)
                return c.refuse(cudaErrorInvalidResourceHandle, {"event_not_recorded", which(e)});
        }
        const bool are_together = a->records.back().stream == b->records.back().stream;
        for (const CUevent_st* e : {a, b}) {
            if (order.reached(e->captured))
                continue;
            auto facts = which(e);
            const record_note &mine = e->records.back(), &other = (e == a ? b : a)->records.back();
            facts["stream"] = defect_log::stream_name(mine.stream);
            facts["place"] = place_placeholder(mine.pc);
            facts["other_stream"] = defect_log::stream_name(other.stream);
            facts["other_place"] = place_placeholder(other.pc);
            return c.refuse(cudaErrorNotReady,
                            {are_together ? "event_not_reached" : "event_in_other_stream", facts});
        }
        c.on().failures().came_ready(c.pc());
        *ms = static_cast<float>(timeline::to_ms(b->captured->time->end - a->captured->time->end));
        return cudaSuccess;
    });
}

}  // extern "C"
