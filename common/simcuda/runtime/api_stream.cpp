// Streams, events and host functions.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/host_functions.hpp"

using namespace simcuda;

namespace {

constexpr int lowest_priority = 0, highest_priority = -5;  // lower numbers go first

cudaError_t create(call& c, cudaStream_t* out, unsigned flags, int priority) {
    if (out == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0) {
        return cudaErrorInvalidValue;
    }
    const blocking mode = flags == cudaStreamNonBlocking ? blocking::never : blocking::with_legacy;
    *out = c.on().order().create_stream(
        mode, flags, std::max(highest_priority, std::min(lowest_priority, priority)), c.pc());
    return cudaSuccess;
}

cudaError_t create(call& c, cudaEvent_t* out, unsigned flags) {
    constexpr unsigned known_flags =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (out == nullptr || (flags & ~known_flags) != 0)
        return cudaErrorInvalidValue;
    if ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0) {
        return cudaErrorInvalidValue;
    }
    *out = c.on().order().create_event(flags);
    return cudaSuccess;
}

cudaError_t record(call& c, cudaEvent_t event, cudaStream_t stream) {
    CUevent_st* e = c.on().order().find_event(event);
    CUstream_st* s = c.on().order().find_stream(stream);
    if (e == nullptr || s == nullptr)
        return cudaErrorInvalidResourceHandle;
    // The event stands for what is in the stream now; on the legacy stream that includes the
    // blocking streams' work. A later record replaces this one.
    const point_ptr p = c.issue_marker(*s, timeline::op_kind::event_record, e->id);
    c.on().order().record(*e, p);
    return cudaSuccess;
}

/// Waits for a stream, or all of them: each in time and in order.
cudaError_t wait_for_all(call& c, const std::vector<point_ptr>& tails) {
    for (const point_ptr& p : tails)
        c.wait_for(p);
    return cudaSuccess;
}

/// Enqueues `f` to run on the host between the stream's earlier and later work.
void enqueue_host_function(call& c, CUstream_st& s, std::function<void()> f) {
    timeline::operation facts;
    facts.name = "host function";
    const site* at = nullptr;
    const point_ptr p = c.issue(
        s, timeline::op_kind::host_function, std::move(facts),
        [&](const ticket&, const site* where) {
            at = where;
            return work{engine::host_functions, c.on().profile().call_cost("host_function"), 1.0};
        });
    run_host_function(c.on(), p->last, at, p->order, std::move(f));
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
        if (s == nullptr || s == &c.on().order().legacy())
            return cudaErrorInvalidResourceHandle;
        c.on().order().destroy_stream(s);  // returns at once; its work goes on
        return cudaSuccess;
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return api("cudaStreamQuery", __builtin_return_address(0), [&](call& c) {
        scheduler& order = c.on().order();
        CUstream_st* s = order.find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        const std::vector<point_ptr> tails = order.all_of(*s);
        for (const point_ptr& p : tails) {
            if (!order.reached(p))
                return cudaErrorNotReady;
        }
        for (const point_ptr& p : tails)
            order.host_joins(p);  // success is as good as a wait
        finish_host_functions(c.on());
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return api("cudaStreamSynchronize", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        return wait_for_all(c, c.on().order().all_of(*s));
    });
}

cudaError_t cudaDeviceSynchronize() {
    return api("cudaDeviceSynchronize", __builtin_return_address(0),
               [&](call& c) { return wait_for_all(c, c.on().order().everything()); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return api("cudaStreamWaitEvent", __builtin_return_address(0), [&](call& c) {
        CUevent_st* e = c.on().order().find_event(event);
        CUstream_st* s = c.on().order().find_stream(stream);
        if (e == nullptr || s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (flags != cudaEventWaitDefault)
            return cudaErrorInvalidValue;
        // By value: the newest record at this moment. None means nothing to wait for.
        c.on().order().note_wait(*s, *e);
        c.issue_marker(*s, timeline::op_kind::event_wait, e->id, e->captured);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return api("cudaStreamGetId", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (id == nullptr)
            return cudaErrorInvalidValue;
        *id = s->id;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return api("cudaStreamGetPriority", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (priority == nullptr)
            return cudaErrorInvalidValue;
        *priority = s->priority;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return api("cudaStreamGetFlags", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = s->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return api("cudaStreamGetDevice", __builtin_return_address(0), [&](call& c) {
        if (c.on().order().find_stream(stream) == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (device == nullptr)
            return cudaErrorInvalidValue;
        *device = 0;
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

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* user_data) {
    return api("cudaLaunchHostFunc", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (fn == nullptr)
            return cudaErrorInvalidValue;
        if (c.on().has_stopped())
            return cudaSuccess;  // not called once the device is in error
        enqueue_host_function(c, *s, [fn, user_data] { fn(user_data); });
        return cudaSuccess;
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned flags) {
    return api("cudaStreamAddCallback", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (callback == nullptr || flags != 0)
            return cudaErrorInvalidValue;
        const cudaError_t status = c.on().has_stopped() ? c.on().failure() : cudaSuccess;
        enqueue_host_function(c, *s, [=] { callback(stream, status, user_data); });
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
            return cudaErrorInvalidResourceHandle;
        c.on().order().destroy_event(e);
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return api("cudaEventRecord", __builtin_return_address(0),
               [&](call& c) { return record(c, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return api("cudaEventRecordWithFlags", __builtin_return_address(0), [&](call& c) {
        if (flags != cudaEventRecordDefault)
            return cudaErrorInvalidValue;
        return record(c, event, stream);
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return api("cudaEventQuery", __builtin_return_address(0), [&](call& c) {
        const CUevent_st* e = c.on().order().find_event(event);
        if (e == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (!c.on().order().reached(e->captured))
            return cudaErrorNotReady;
        c.on().order().host_joins(e->captured);  // success is as good as a wait
        finish_host_functions(c.on());
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return api("cudaEventSynchronize", __builtin_return_address(0), [&](call& c) {
        const CUevent_st* e = c.on().order().find_event(event);
        if (e == nullptr)
            return cudaErrorInvalidResourceHandle;
        return wait_for_all(c, {e->captured});
    });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
    return api("cudaEventElapsedTime", __builtin_return_address(0), [&](call& c) {
        scheduler& order = c.on().order();
        const CUevent_st* a = order.find_event(start);
        const CUevent_st* b = order.find_event(end);
        if (ms == nullptr)
            return cudaErrorInvalidValue;
        if (a == nullptr || b == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (((a->flags | b->flags) & cudaEventDisableTiming) != 0 || !a->captured || !b->captured) {
            return cudaErrorInvalidResourceHandle;
        }
        if (!order.reached(a->captured) || !order.reached(b->captured))
            return cudaErrorNotReady;
        *ms = static_cast<float>(timeline::to_ms(b->captured->time->end - a->captured->time->end));
        return cudaSuccess;
    });
}

}  // extern "C"
