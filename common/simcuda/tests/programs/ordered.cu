// Correct programs about streams, events and waits: nothing may be reported.
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "cases.cuh"

// expect: nothing
void legacy_stream_between_blocking_streams() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    int* d = on_device();
    int* h = pinned_with(0);
    fill<<<ON(a)>>>(d, 1);
    add_one<<<ON(0)>>>(d);  // after a's kernel
    add_one<<<ON(b)>>>(d);  // after the legacy stream's
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 3), "a, legacy, b");
}

// expect: nothing
void wait_in_the_legacy_stream_is_a_barrier() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t e;
    cudaEventCreate(&e);
    int* d = on_device();
    cudaEventRecord(e, b);
    fill<<<ON(a)>>>(d, 1);
    cudaStreamWaitEvent(0, e, 0);
    add_one<<<ON(b)>>>(d);
    cudaDeviceSynchronize();
}

// expect: nothing
void event_in_the_legacy_stream_covers_blocking_streams() {
    cudaStream_t a, other = stream_without_barrier();
    cudaStreamCreate(&a);
    cudaEvent_t e;
    cudaEventCreate(&e);
    int* d = on_device();
    fill<<<ON(a)>>>(d, 1);
    cudaEventRecord(e, 0);
    cudaStreamWaitEvent(other, e, 0);
    add_one<<<ON(other)>>>(d);
    cudaDeviceSynchronize();
}

// expect: nothing
void blocking_upload_and_blocking_stream() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int h[count] = {}, *d = on_device();
    cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);
    add_one<<<ON(s)>>>(d);
    h[0] = 5;  // the source has been read
    cudaStreamSynchronize(s);
}

// expect: nothing
void per_thread_stream_follows_the_legacy_one() {
    int* d = on_device();
    cudaMemset(d, 0, size);
    add_one<<<ON(cudaStreamPerThread)>>>(d);
    add_one<<<ON(0)>>>(d);
    cudaStreamSynchronize(cudaStreamLegacy);
}

// expect: nothing
void event_is_captured_by_value() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *h = pinned_with(1), *a = on_device(), *b = on_device();
    cudaMemcpyAsync(a, h, size, cudaMemcpyHostToDevice, up);
    cudaEventRecord(e, up);
    cudaStreamWaitEvent(comp, e, 0);
    cudaMemcpyAsync(b, h, size, cudaMemcpyHostToDevice, up);
    cudaEventRecord(e, up);  // does not take the first wait back
    add_one<<<ON(comp)>>>(a);
    cudaEventSynchronize(e);  // the newest record
    h[0] = 2;
    cudaDeviceSynchronize();
}

// expect: nothing
void order_through_a_third_stream() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaStream_t c = stream_without_barrier();
    cudaEvent_t first, second;
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    int* d = on_device();
    fill<<<ON(a)>>>(d, 1);
    cudaEventRecord(first, a);
    cudaStreamWaitEvent(b, first, 0);
    cudaEventRecord(second, b);
    cudaStreamWaitEvent(c, second, 0);
    add_one<<<ON(c)>>>(d);
    cudaStreamSynchronize(c);
    cudaFree(d);
    cudaDeviceSynchronize();
}

// expect: nothing
void queries_that_succeed_are_waits() {
    cudaStream_t s = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *h = pinned_with(0), *d = on_device_with(0);
    spin<<<1, 1, 0, s>>>(50);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
    int asked = 1;
    while (cudaStreamQuery(s) == cudaErrorNotReady) ++asked;
    expect(asked > 2, "not done at once");
    expect(all_are(h, 1), "after cudaStreamQuery");
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s);
    while (cudaEventQuery(e) == cudaErrorNotReady) {
    }
    expect(all_are(h, 2), "after cudaEventQuery");
}

// expect: nothing
void destroyed_with_pending_work() {
    cudaStream_t s = stream_without_barrier(), other = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *h = pinned_with(0), *d = on_device_with(0);
    add_one<<<ON(s)>>>(d);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(other, e, 0);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
    cudaStream_t new_one = stream_without_barrier();  // perhaps with the same handle
    add_one<<<ON(other)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
    expect(all_are(h, 2), "the work went on");
    cudaStreamDestroy(new_one);
}

// expect: nothing
void streams_made_and_destroyed_in_a_loop() {
    int* d = on_device_with(0);
    for (int i = 0; i < 300; ++i) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        add_one<<<ON(s)>>>(d);
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    }
    int h[count];
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 300), "300 streams");
}

// expect: nothing
void priorities() {
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t low, high, clamped;
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithPriority(&clamped, cudaStreamNonBlocking, greatest - 100);
    int *a = on_device_with(0), *b = on_device_with(0);
    for (int i = 0; i < 4; ++i) add_one<<<ON(low)>>>(a);
    for (int i = 0; i < 4; ++i) add_one<<<ON(high)>>>(b);
    int priority = 1;
    cudaStreamGetPriority(clamped, &priority);
    expect(priority == greatest, "a priority out of range is clamped");
    cudaDeviceSynchronize();
}

struct result {
    int* h;
    int sum = 0;
};

void add_up(void* p) {
    auto* r = static_cast<result*>(p);
    for (int i = 0; i < count; ++i) r->sum += r->h[i];
}

// expect: nothing
void host_function_reads_a_download() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(0);
    result r{h};
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, add_up, &r);
    cudaStreamSynchronize(s);
    expect(r.sum == count, "sum of the host function");
}

void refill(void* p) {
    auto* r = static_cast<result*>(p);
    for (int i = 0; i < count; ++i) r->h[i] = 7;
}

// expect: nothing
void host_function_fills_an_upload() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device();
    result r{h};
    cudaLaunchHostFunc(s, refill, &r);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // pinned: read in stream order
    int* back = pinned_with(0);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 7), "what the host function wrote");
}

void refill_slowly(void* p) {
    auto* r = static_cast<result*>(p);
    for (int round = 0; round < 20000; ++round) {
        for (int i = 0; i < count; ++i) r->h[i] = round;
    }
    refill(p);
}

// expect: nothing
void host_function_takes_long() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device(), *back = pinned_with(0);
    result r{h};
    cudaLaunchHostFunc(s, refill_slowly, &r);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 7), "what the host function wrote");
}

void sleep_1ms(void*) {
    usleep(1000);
}

constexpr int many = 1 << 18;
void touch_many(void* p) {
    for (int i = 0; i < many; ++i) static_cast<int*>(p)[i] = 1;
}

float ms_between(cudaEvent_t begin, cudaEvent_t end) {
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    return ms;
}

// Whatever a host function does takes its time when its turn comes, and no thread of the host's.
// expect: nothing
void host_function_takes_its_time_in_its_stream() {
    using clock = std::chrono::steady_clock;
    cudaStream_t s = stream_without_barrier();
    cudaEvent_t begin, slept, touched, end;
    for (cudaEvent_t* e : {&begin, &slept, &touched, &end}) cudaEventCreate(e);
    int* large = nullptr;
    cudaMallocHost(&large, many * sizeof(int));
    int *h = pinned_with(0), *d = on_device();
    const auto before = clock::now();
    cudaEventRecord(begin, s);
    cudaLaunchHostFunc(s, sleep_1ms, nullptr);
    cudaEventRecord(slept, s);
    cudaLaunchHostFunc(s, touch_many, large);
    cudaEventRecord(touched, s);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);
    cudaEventRecord(end, s);
    expect(clock::now() - before < std::chrono::microseconds(500), "the host goes on at once");
    expect(cudaStreamQuery(s) == cudaErrorNotReady, "the functions are still to come");
    cudaStreamSynchronize(s);
    expect(clock::now() - before > std::chrono::milliseconds(1), "and whoever waits waits for it");
    expect(ms_between(begin, slept) >= 1 && ms_between(begin, slept) < 1.1, "as long as it sleeps");
    expect(ms_between(slept, touched) > 0.02, "1 MiB is not touched in no time");
    expect(ms_between(touched, end) < 0.1, "what comes behind takes what it takes");
}

struct locked {
    std::mutex mutex;
    int calls = 0;
};

void count_call(void* p) {
    auto* l = static_cast<locked*>(p);
    const std::lock_guard lock(l->mutex);
    ++l->calls;
}

// expect: nothing
void host_function_needs_a_lock_of_the_caller() {
    locked l;
    {
        const std::lock_guard lock(l.mutex);
        cudaLaunchHostFunc(0, count_call, &l);
        expect(l.calls == 0, "it waits for the lock");
    }
    cudaDeviceSynchronize();
    expect(l.calls == 1, "and then runs");
}

struct freed_by_callback {
    int values[count];
    int sum = 0;
};
int sum_of_all = 0;

void take_and_free(void* p) {
    auto* f = static_cast<freed_by_callback*>(p);
    for (const int v : f->values) f->sum += v;
    sum_of_all += f->sum;
    delete f;
}

// expect: nothing
void host_function_frees_its_data() {
    cudaStream_t s = stream_without_barrier();
    int* d = on_device_with(0);
    for (int i = 0; i < 3; ++i) {
        auto* f = new freed_by_callback;
        add_one<<<ON(s)>>>(d);
        cudaMemcpyAsync(f->values, d, size, cudaMemcpyDeviceToHost, s);
        cudaLaunchHostFunc(s, take_and_free, f);
    }
    cudaStreamSynchronize(s);
    expect(sum_of_all == 6 * count, "1 + 2 + 3");
}

// expect: nothing
void threads_of_the_host() {
    int* d[2] = {on_device(), on_device()};
    int* h[2] = {pinned_with(1), pinned_with(2)};
    const auto work = [&](int i) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int round = 0; round < 5; ++round) {
            cudaMemcpyAsync(d[i], h[i], size, cudaMemcpyHostToDevice, s);
            add_one<<<ON(s)>>>(d[i]);
            cudaMemcpyAsync(h[i], d[i], size, cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    expect(all_are(h[0], 6) && all_are(h[1], 7), "both threads' results");
}

// expect: nothing
void a_thousand_pending_launches() {
    int* d = on_device_with(0);
    for (int i = 0; i < 3000; ++i) fill<<<1, 32>>>(d, i);
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"legacy_stream_between_blocking_streams", legacy_stream_between_blocking_streams},
         {"wait_in_the_legacy_stream_is_a_barrier", wait_in_the_legacy_stream_is_a_barrier},
         {"event_in_the_legacy_stream_covers_blocking_streams",
          event_in_the_legacy_stream_covers_blocking_streams},
         {"blocking_upload_and_blocking_stream", blocking_upload_and_blocking_stream},
         {"per_thread_stream_follows_the_legacy_one", per_thread_stream_follows_the_legacy_one},
         {"event_is_captured_by_value", event_is_captured_by_value},
         {"order_through_a_third_stream", order_through_a_third_stream},
         {"queries_that_succeed_are_waits", queries_that_succeed_are_waits},
         {"destroyed_with_pending_work", destroyed_with_pending_work},
         {"streams_made_and_destroyed_in_a_loop", streams_made_and_destroyed_in_a_loop},
         {"priorities", priorities},
         {"host_function_reads_a_download", host_function_reads_a_download},
         {"host_function_fills_an_upload", host_function_fills_an_upload},
         {"host_function_takes_long", host_function_takes_long},
         {"host_function_takes_its_time_in_its_stream", host_function_takes_its_time_in_its_stream},
         {"host_function_needs_a_lock_of_the_caller", host_function_needs_a_lock_of_the_caller},
         {"host_function_frees_its_data", host_function_frees_its_data},
         {"threads_of_the_host", threads_of_the_host},
         {"a_thousand_pending_launches", a_thousand_pending_launches}});
}
