// Streams, events, waits, the device and its errors.

#include "checker/harness/gpu/redirected.hpp"

using namespace checker::gpu;

namespace {

using timeline::call_role;

constexpr auto legacy = default_stream::legacy;

// ---- streams -----------------------------------------------------------------------------------

template <class Real>
cudaError_t make_stream(const origin& from, const char* name, cudaStream_t* s, unsigned int flags,
                        int priority, Real real) {
    const auto error = noted(from, named(name), real);
    if (error == cudaSuccess) {
        book().stream_made(from, *s, (flags & cudaStreamNonBlocking) != 0, priority);
    }
    return error;
}

cudaError_t on_cudaStreamCreate(const origin& from, cudaStream_t* s) {
    return make_stream(from, "cudaStreamCreate", s, 0, 0, [&] { return cudaStreamCreate(s); });
}

cudaError_t on_cudaStreamCreateWithFlags(const origin& from, cudaStream_t* s, unsigned int flags) {
    return make_stream(from, "cudaStreamCreateWithFlags", s, flags, 0,
                       [&] { return cudaStreamCreateWithFlags(s, flags); });
}

cudaError_t on_cudaStreamCreateWithPriority(const origin& from, cudaStream_t* s, unsigned int flags,
                                            int priority) {
    return make_stream(from, "cudaStreamCreateWithPriority", s, flags, priority,
                       [&] { return cudaStreamCreateWithPriority(s, flags, priority); });
}

cudaError_t on_cudaStreamDestroy(const origin& from, cudaStream_t s) {
    const auto error =
        noted(from, named("cudaStreamDestroy"), [&] { return cudaStreamDestroy(s); });
    if (error == cudaSuccess) {
        book().stream_gone(from, s);
    }
    return error;
}

template <class Real>
cudaError_t of_stream(Real* real, const char* name, call_role role, default_stream zero,
                      const origin& from, cudaStream_t s) {
    return noted(from, in_stream(name, role, s, zero), [&] { return real(s); });
}

template <class Real>
cudaError_t wait_in(Real* real, default_stream zero, const origin& from, cudaStream_t s,
                    cudaEvent_t e, unsigned int flags) {
    auto facts = in_stream("cudaStreamWaitEvent", call_role::stream_waits, s, zero);
    facts.event = book().event(e);
    return noted(from, facts, [&] { return real(s, e, flags); });
}

cudaError_t on_cudaStreamSynchronize(const origin& from, cudaStream_t s) {
    return of_stream(cudaStreamSynchronize, "cudaStreamSynchronize", call_role::waits_for_stream,
                     legacy, from, s);
}

cudaError_t on_cudaStreamQuery(const origin& from, cudaStream_t s) {
    return of_stream(cudaStreamQuery, "cudaStreamQuery", call_role::plain, legacy, from, s);
}

cudaError_t on_cudaStreamWaitEvent(const origin& from, cudaStream_t s, cudaEvent_t e,
                                   unsigned int flags) {
    return wait_in(cudaStreamWaitEvent, legacy, from, s, e, flags);
}

template <class Real>
cudaError_t call_host_in(Real* real, default_stream zero, const origin& from, cudaStream_t s,
                         cudaHostFn_t function, void* data) {
    return noted(from, in_stream("cudaLaunchHostFunc", call_role::plain, s, zero),
                 [&] { return real(s, function, data); });
}

cudaError_t on_cudaLaunchHostFunc(const origin& from, cudaStream_t s, cudaHostFn_t function,
                                  void* data) {
    return call_host_in(cudaLaunchHostFunc, legacy, from, s, function, data);
}

// ---- events ------------------------------------------------------------------------------------

template <class Real>
cudaError_t make_event(const origin& from, const char* name, cudaEvent_t* e, Real real) {
    const auto error = noted(from, named(name), real);
    if (error == cudaSuccess) {
        book().event_made(from, *e);
    }
    return error;
}

cudaError_t on_cudaEventCreate(const origin& from, cudaEvent_t* e) {
    return make_event(from, "cudaEventCreate", e, [&] { return cudaEventCreate(e); });
}

cudaError_t on_cudaEventCreateWithFlags(const origin& from, cudaEvent_t* e, unsigned int flags) {
    return make_event(from, "cudaEventCreateWithFlags", e,
                      [&] { return cudaEventCreateWithFlags(e, flags); });
}

cudaError_t on_cudaEventDestroy(const origin& from, cudaEvent_t e) {
    const auto error = noted(from, named("cudaEventDestroy"), [&] { return cudaEventDestroy(e); });
    if (error == cudaSuccess) {
        book().event_gone(from, e);
    }
    return error;
}

template <class Real>
cudaError_t record_in(Real real, const char* name, default_stream zero, const origin& from,
                      cudaEvent_t e, cudaStream_t s) {
    auto facts = in_stream(name, call_role::records_event, s, zero);
    facts.event = book().event(e);
    return noted(from, facts, real);
}

cudaError_t on_cudaEventRecord(const origin& from, cudaEvent_t e, cudaStream_t s) {
    return record_in([&] { return cudaEventRecord(e, s); }, "cudaEventRecord", legacy, from, e, s);
}

cudaError_t on_cudaEventRecordWithFlags(const origin& from, cudaEvent_t e, cudaStream_t s,
                                        unsigned int flags) {
    return record_in([&] { return cudaEventRecordWithFlags(e, s, flags); },
                     "cudaEventRecordWithFlags", legacy, from, e, s);
}

cudaError_t on_cudaEventSynchronize(const origin& from, cudaEvent_t e) {
    auto facts = named("cudaEventSynchronize");
    facts.role = call_role::waits_for_event;
    facts.event = book().event(e);
    return noted(from, facts, [&] { return cudaEventSynchronize(e); });
}

cudaError_t on_cudaEventQuery(const origin& from, cudaEvent_t e) {
    return noted(from, named("cudaEventQuery"), [&] { return cudaEventQuery(e); });
}

cudaError_t on_cudaEventElapsedTime(const origin& from, float* ms, cudaEvent_t a, cudaEvent_t b) {
    auto facts = named("cudaEventElapsedTime");
    facts.since_event = book().event(a);
    facts.event = book().event(b);
    return noted(from, facts, [&] { return cudaEventElapsedTime(ms, a, b); });
}

// ---- the device --------------------------------------------------------------------------------

cudaError_t on_cudaDeviceSynchronize(const origin& from) {
    auto facts = named("cudaDeviceSynchronize");
    facts.role = call_role::waits_for_device;
    return noted(from, facts, [] { return cudaDeviceSynchronize(); });
}

cudaError_t on_cudaGetDevice(const origin& from, int* device) {
    return noted(from, named("cudaGetDevice"), [&] { return cudaGetDevice(device); });
}

cudaError_t on_cudaGetDeviceCount(const origin& from, int* count) {
    return noted(from, named("cudaGetDeviceCount"), [&] { return cudaGetDeviceCount(count); });
}

cudaError_t on_cudaSetDevice(const origin& from, int device) {
    return noted(from, named("cudaSetDevice"), [&] { return cudaSetDevice(device); });
}

cudaError_t on_cudaDeviceGetAttribute(const origin& from, int* value, cudaDeviceAttr attribute,
                                      int device) {
    return noted(from, named("cudaDeviceGetAttribute"),
                 [&] { return cudaDeviceGetAttribute(value, attribute, device); });
}

cudaError_t on_cudaGetDeviceProperties(const origin& from, cudaDeviceProp* properties, int device) {
    return noted(from, named("cudaGetDeviceProperties"),
                 [&] { return cudaGetDeviceProperties(properties, device); });
}

// A planned failure leaves its error where the runtime leaves those of its own.
cudaError_t on_cudaGetLastError(const origin& from) {
    const auto real = cudaGetLastError();
    const auto planned = from.who == caller::learner
                             ? std::exchange(call_book::planned_last_error(), cudaSuccess)
                             : cudaSuccess;
    return planned != cudaSuccess ? planned : real;
}

cudaError_t on_cudaPeekAtLastError(const origin& from) {
    const auto planned =
        from.who == caller::learner ? call_book::planned_last_error() : cudaSuccess;
    return planned != cudaSuccess ? planned : cudaPeekAtLastError();
}

}  // namespace

REDIRECTED(cudaStreamCreate, (cudaStream_t * s), (from, s))
REDIRECTED(cudaStreamCreateWithFlags, (cudaStream_t * s, unsigned int flags), (from, s, flags))
REDIRECTED(cudaStreamCreateWithPriority, (cudaStream_t * s, unsigned int flags, int priority),
           (from, s, flags, priority))
REDIRECTED(cudaStreamDestroy, (cudaStream_t s), (from, s))
REDIRECTED(cudaStreamSynchronize, (cudaStream_t s), (from, s))
REDIRECTED(cudaStreamQuery, (cudaStream_t s), (from, s))
REDIRECTED(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned int flags),
           (from, s, e, flags))
REDIRECTED(cudaLaunchHostFunc, (cudaStream_t s, cudaHostFn_t function, void* data),
           (from, s, function, data))
REDIRECTED(cudaEventCreate, (cudaEvent_t * e), (from, e))
REDIRECTED(cudaEventCreateWithFlags, (cudaEvent_t * e, unsigned int flags), (from, e, flags))
REDIRECTED(cudaEventDestroy, (cudaEvent_t e), (from, e))
REDIRECTED(cudaEventRecord, (cudaEvent_t e, cudaStream_t s), (from, e, s))
REDIRECTED(cudaEventRecordWithFlags, (cudaEvent_t e, cudaStream_t s, unsigned int flags),
           (from, e, s, flags))
REDIRECTED(cudaEventSynchronize, (cudaEvent_t e), (from, e))
REDIRECTED(cudaEventQuery, (cudaEvent_t e), (from, e))
REDIRECTED(cudaEventElapsedTime, (float* ms, cudaEvent_t a, cudaEvent_t b), (from, ms, a, b))
REDIRECTED(cudaDeviceSynchronize, (), (from))
REDIRECTED(cudaGetDevice, (int* device), (from, device))
REDIRECTED(cudaGetDeviceCount, (int* count), (from, count))
REDIRECTED(cudaSetDevice, (int device), (from, device))
REDIRECTED(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int device),
           (from, value, attribute, device))
REDIRECTED(cudaGetDeviceProperties, (cudaDeviceProp * properties, int device),
           (from, properties, device))
REDIRECTED(cudaGetLastError, (), (from))
REDIRECTED(cudaPeekAtLastError, (), (from))

// ---- with a default stream for each thread -----------------------------------------------------

extern "C" {
decltype(cudaStreamSynchronize) cudaStreamSynchronize_ptsz;
decltype(cudaStreamQuery) cudaStreamQuery_ptsz;
decltype(cudaStreamWaitEvent) cudaStreamWaitEvent_ptsz;
decltype(cudaLaunchHostFunc) cudaLaunchHostFunc_ptsz;
decltype(cudaEventRecord) cudaEventRecord_ptsz;
decltype(cudaEventRecordWithFlags) cudaEventRecordWithFlags_ptsz;
}

namespace {

constexpr auto of_thread = default_stream::of_thread;

cudaError_t on_cudaStreamSynchronize_ptsz(const origin& from, cudaStream_t s) {
    return of_stream(cudaStreamSynchronize_ptsz, "cudaStreamSynchronize",
                     call_role::waits_for_stream, of_thread, from, s);
}

cudaError_t on_cudaStreamQuery_ptsz(const origin& from, cudaStream_t s) {
    return of_stream(cudaStreamQuery_ptsz, "cudaStreamQuery", call_role::plain, of_thread, from, s);
}

cudaError_t on_cudaStreamWaitEvent_ptsz(const origin& from, cudaStream_t s, cudaEvent_t e,
                                        unsigned int flags) {
    return wait_in(cudaStreamWaitEvent_ptsz, of_thread, from, s, e, flags);
}

cudaError_t on_cudaLaunchHostFunc_ptsz(const origin& from, cudaStream_t s, cudaHostFn_t function,
                                       void* data) {
    return call_host_in(cudaLaunchHostFunc_ptsz, of_thread, from, s, function, data);
}

cudaError_t on_cudaEventRecord_ptsz(const origin& from, cudaEvent_t e, cudaStream_t s) {
    return record_in([&] { return cudaEventRecord_ptsz(e, s); }, "cudaEventRecord", of_thread, from,
                     e, s);
}

cudaError_t on_cudaEventRecordWithFlags_ptsz(const origin& from, cudaEvent_t e, cudaStream_t s,
                                             unsigned int flags) {
    return record_in([&] { return cudaEventRecordWithFlags_ptsz(e, s, flags); },
                     "cudaEventRecordWithFlags", of_thread, from, e, s);
}

}  // namespace

REDIRECTED(cudaStreamSynchronize_ptsz, (cudaStream_t s), (from, s))
REDIRECTED(cudaStreamQuery_ptsz, (cudaStream_t s), (from, s))
REDIRECTED(cudaStreamWaitEvent_ptsz, (cudaStream_t s, cudaEvent_t e, unsigned int flags),
           (from, s, e, flags))
REDIRECTED(cudaLaunchHostFunc_ptsz, (cudaStream_t s, cudaHostFn_t function, void* data),
           (from, s, function, data))
REDIRECTED(cudaEventRecord_ptsz, (cudaEvent_t e, cudaStream_t s), (from, e, s))
REDIRECTED(cudaEventRecordWithFlags_ptsz, (cudaEvent_t e, cudaStream_t s, unsigned int flags),
           (from, e, s, flags))
