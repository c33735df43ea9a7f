// What works on a stream that is named. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/default_stream.hpp"
#include "common/simcuda/runtime/host_functions.hpp"
#include "common/simcuda/runtime/refusals.hpp"

using namespace simcuda;

namespace {

cudaError_t record(call& c, cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    CUevent_st* e = c.on().order().find_event(event);
    CUstream_st* s = c.on().order().find_stream(stream, zero);
    if (e == nullptr)
        return refuse_event(c, event);
    if (s == nullptr)
        return refuse_stream(c);
    if (e->device != s->device)
        return cudaErrorInvalidResourceHandle;
    if (const auto taken = c.on().captures().take_record(c, *s, *e, flags))
        return *taken;
    if (flags != cudaEventRecordDefault)
        return cudaErrorIllegalState;  // external: in a capture only
    // The event stands for what is in the stream now; on the legacy stream that includes the
    // blocking streams' work. A later record replaces this one.
    const point_ptr p = c.issue_marker(*s, timeline::op_kind::event_record, e->id);
    c.on().order().record(*e, p, c.pc());
    return cudaSuccess;
}

// For a report that has to say why a wait of the host did not help.
void note_wait(call& c, host_wait_kind kind, const CUstream_st& s) {
    c.on().order().note_host_wait({kind, s.id, 0, {}, 0, c.name(), c.pc()});
}

}  // namespace

extern "C" {

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return api("cudaStreamQuery", __builtin_return_address(0), [&](call& c) {
        scheduler& order = c.on().order();
        CUstream_st* s = order.find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;
        const std::vector<point_ptr> tails = order.all_of(*s);
        for (const point_ptr& p : tails) {
            if (order.reached(p))
                continue;
            note_wait(c, host_wait_kind::not_ready, *s);
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
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;
        note_wait(c, host_wait_kind::stream, *s);
        c.wait_for(c.on().order().all_of(*s));
        return cudaSuccess;
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return api("cudaStreamWaitEvent", __builtin_return_address(0), [&](call& c) {
        CUevent_st* e = c.on().order().find_event(event);
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (e == nullptr)
            return refuse_event(c, event);
        if (s == nullptr)
            return refuse_stream(c);
        if (flags > cudaEventWaitExternal)
            return cudaErrorInvalidValue;
        if (const auto taken = c.on().captures().take_wait(c, *s, *e, flags))
            return *taken;
        if (flags != cudaEventWaitDefault)
            return cudaErrorIllegalState;  // external: in a capture only
        // By value: the newest record at this moment, whatever other threads record while the call
        // waits for room in the stream. None means nothing to wait for.
        const point_ptr newest = e->captured;
        c.on().order().note_wait(*s, *e, c.pc());
        c.issue_marker(*s, timeline::op_kind::event_wait, e->id, newest);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return api("cudaStreamGetId", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (id == nullptr)
            return cudaErrorInvalidValue;
        *id = s->id;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return api("cudaStreamGetPriority", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (priority == nullptr)
            return cudaErrorInvalidValue;
        *priority = s->priority;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return api("cudaStreamGetFlags", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = s->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return api("cudaStreamGetDevice", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (device == nullptr)
            return cudaErrorInvalidValue;
        *device = static_cast<int>(s->device);
        return cudaSuccess;
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* user_data) {
    return api("cudaLaunchHostFunc", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (fn == nullptr)
            return cudaErrorInvalidValue;
        if (const auto taken = c.on().captures().take(c, *s, host_call{fn, user_data}))
            return *taken;
        if (c.on().has_stopped())
            return cudaSuccess;  // not called once the device is in error
        enqueue_host_function(c, *s, [fn, user_data] { fn(user_data); });
        return cudaSuccess;
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned flags) {
    return api("cudaStreamAddCallback", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return refuse_stream(c);
        if (callback == nullptr || flags != 0)
            return cudaErrorInvalidValue;
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;  // cannot become a node
        const cudaError_t status = c.on().has_stopped() ? c.on().failure() : cudaSuccess;
        enqueue_host_function(c, *s, [=] { callback(stream, status, user_data); });
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return api("cudaEventRecord", __builtin_return_address(0),
               [&](call& c) { return record(c, event, stream, cudaEventRecordDefault); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return api("cudaEventRecordWithFlags", __builtin_return_address(0), [&](call& c) {
        if (flags > cudaEventRecordExternal)
            return cudaErrorInvalidValue;
        return record(c, event, stream, flags);
    });
}

}  // extern "C"
