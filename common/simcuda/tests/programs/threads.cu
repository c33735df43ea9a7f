// One host thread waits for the device and tells another one, in all the ways there are. Told too
// early, it reads what is still being copied; since threads take turns in virtual time, it does so
// on every run.
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "cases.cuh"
#include "telling.cuh"

namespace {

/// A copy back to the host that takes its time.
struct download {
    cudaStream_t stream = stream_without_barrier();
    int* device = on_device_with(0);
    int* host = pinned_with(0);

    download() {
        fill<<<ON(stream)>>>(device, 7);
        spin<<<1, 1, 0, stream>>>(300);
    }
    void wait() const { cudaStreamSynchronize(stream); }
};
#define COPY_BACK(d) cudaMemcpyAsync(d.host, d.device, size, cudaMemcpyDeviceToHost, d.stream)

template <class Way>
void handed_over() {
    download d;
    Way way;
    std::thread reader([&] {
        way.wait();
        expect(all_are(d.host, 7), "what was copied");
    });
    COPY_BACK(d);
    d.wait();
    way.tell();
    reader.join();
}

}  // namespace

// expect: nothing
void in_every_way() {
    handed_over<condition>();
    handed_over<timed_condition>();
    handed_over<asked_under_lock<std::mutex>>();
    handed_over<asked_under_lock<std::shared_mutex>>();
    handed_over<held_lock>();
    handed_over<reader_lock>();
    handed_over<spinning>();
    handed_over<spinning_politely>();
    handed_over<spin_lock>();
    handed_over<fences>();
    handed_over<spinning_on_two>();
    handed_over<spinning_on_volatile>();
    handed_over<looking_now_and_then>();
    handed_over<pipe_between>();
    handed_over<atomic_wait>();
    handed_over<promise>();
    handed_over<semaphore>();
    handed_over<posix_semaphore>();
    handed_over<latch>();
    handed_over<barrier>();
    handed_over<posix_barrier>();
    handed_over<pthread_spin>();
}

// expect: race-host-reads-early
void condition_too_early() {
    download d;
    condition way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void lock_too_early() {
    download d;
    held_lock way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void atomic_too_early() {
    download d;
    spinning way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void atomic_wait_too_early() {
    download d;
    atomic_wait way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void future_too_early() {
    download d;
    promise way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void semaphore_too_early() {
    download d;
    posix_semaphore way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void barrier_too_early() {
    download d;
    posix_barrier way;
    std::thread reader([&] {
        way.wait();
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    way.tell();
    d.wait();
    reader.join();
}

// expect: race-host-reads-early
void nobody_tells() {
    download d;
    std::thread reader([&] {
        pass_the_time(100);                 // the copy has been issued and is not complete
        expect(d.host[0] != 7, "not yet");  // (2)
    });
    COPY_BACK(d);  // (1)
    d.wait();
    reader.join();
}

// expect: nothing
void joined_after_its_wait() {
    download d;
    std::thread([&] {
        COPY_BACK(d);
        d.wait();
    }).join();
    expect(all_are(d.host, 7), "what was copied");
}

// expect: race-host-reads-early
void joined_without_a_wait() {
    download d;
    std::thread([&] {
        COPY_BACK(d);  // (1)
    }).join();
    expect(d.host[0] != 7, "not yet");  // (2)
    d.wait();
}

// expect: nothing
void result_of_async() {
    download d;
    auto copied = std::async(std::launch::async, [&] {
        COPY_BACK(d);
        d.wait();
        return d.host;
    });
    expect(all_are(copied.get(), 7), "what was copied");
}

// expect: nothing
void begun_after_the_wait() {
    download d;
    COPY_BACK(d);
    d.wait();
    std::jthread([&] { expect(all_are(d.host, 7), "what was copied"); }).join();
}

// expect: race-host-reads-early
void begun_before_the_wait() {
    download d;
    COPY_BACK(d);  // (1)
    std::jthread([&] {
        expect(d.host[0] != 7, "not yet");  // (2)
    }).join();
    d.wait();
}

// expect: nothing
void done_once() {
    download d;
    std::once_flag once;
    COPY_BACK(d);
    const auto use = [&] {
        std::call_once(once, [&] { d.wait(); });
        expect(all_are(d.host, 7), "what was copied");
    };
    std::thread a(use), b(use);
    a.join();
    b.join();
}

// expect: race-host-refills-early
void refilled_by_another_thread() {
    download d;
    condition way;
    std::thread writer([&] {
        way.wait();
        d.host[0] = 1;  // (2)
    });
    cudaMemcpyAsync(d.device, d.host, size, cudaMemcpyHostToDevice, d.stream);  // (1)
    way.tell();
    d.wait();
    writer.join();
}

// expect: nothing
void every_thread_its_own_lane() {
    const auto lane = [](int value) {
        download d;
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < count; ++k)
                d.host[k] = value + i;
            cudaMemcpyAsync(d.device, d.host, size, cudaMemcpyHostToDevice, d.stream);
            add_one<<<ON(d.stream)>>>(d.device);
            COPY_BACK(d);
            d.wait();
            expect(all_are(d.host, value + i + 1), "a lane's results");
        }
    };
    std::thread a(lane, 10), b(lane, 20), c(lane, 30);
    a.join();
    b.join();
    c.join();
}

// expect: race-host-refills-early
void one_lane_does_not_wait() {
    const auto lane = [](int value) {
        download d;
        for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < count; ++k)
                d.host[k] = value + i;  // (2)
            cudaMemcpyAsync(d.device, d.host, size, cudaMemcpyHostToDevice, d.stream);  // (1)
            add_one<<<ON(d.stream)>>>(d.device);
            if (value != 20)
                d.wait();
        }
        d.wait();
    };
    std::thread a(lane, 10), b(lane, 20), c(lane, 30);
    a.join();
    b.join();
    c.join();
}

namespace {

struct told_by_the_device {
    download d;
    spinning atomic;
    condition locked;
    cudaStream_t stream = d.stream;
};

}  // namespace

// expect: nothing
void host_function_tells_by_an_atomic() {
    told_by_the_device all;
    COPY_BACK(all.d);
    cudaLaunchHostFunc(
        all.stream, [](void* p) { static_cast<told_by_the_device*>(p)->atomic.tell(); }, &all);
    all.atomic.wait();
    expect(all_are(all.d.host, 7), "what was copied");
    cudaStreamSynchronize(all.stream);
}

// expect: nothing
void host_function_tells_by_a_condition() {
    told_by_the_device all;
    COPY_BACK(all.d);
    cudaLaunchHostFunc(
        all.stream, [](void* p) { static_cast<told_by_the_device*>(p)->locked.tell(); }, &all);
    all.locked.wait();
    expect(all_are(all.d.host, 7), "what was copied");
    cudaStreamSynchronize(all.stream);
}

// expect: race-host-reads-early
void host_function_before_the_copy() {
    told_by_the_device all;
    cudaLaunchHostFunc(
        all.stream, [](void* p) { static_cast<told_by_the_device*>(p)->atomic.tell(); }, &all);
    COPY_BACK(all.d);  // (1)
    all.atomic.wait();
    expect(all.d.host[0] != 7, "not yet");  // (2)
    cudaStreamSynchronize(all.stream);
}

// expect: nothing
void host_function_is_told_by_the_host() {
    struct pair {
        condition go;
        int value = 0;
        int seen = 0;
    } all;
    cudaStream_t s = stream_without_barrier();
    cudaLaunchHostFunc(
        s,
        [](void* p) {
            auto* both = static_cast<pair*>(p);
            both->go.wait();
            both->seen = both->value;
        },
        &all);
    all.value = 5;
    all.go.tell();
    cudaStreamSynchronize(s);
    expect(all.seen == 5, "what the host told");
}

// expect: nothing
void a_shared_counter_is_no_wait() {
    auto kept = std::make_shared<download>();
    auto* handed_on = new std::shared_ptr<download>(kept);
    cudaEvent_t end;
    cudaEventCreate(&end);
    cudaLaunchHostFunc(
        kept->stream,
        [](void* p) {
            auto* mine = static_cast<std::shared_ptr<download>*>(p);
            const std::shared_ptr<download> copy = *mine;
        },
        handed_on);
    cudaEventRecord(end, kept->stream);
    const std::shared_ptr<download> another = kept;
    expect(cudaEventQuery(end) == cudaErrorNotReady, "still running");
    cudaEventSynchronize(end);
    delete handed_on;
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"in_every_way", in_every_way},
         {"condition_too_early", condition_too_early},
         {"lock_too_early", lock_too_early},
         {"atomic_too_early", atomic_too_early},
         {"atomic_wait_too_early", atomic_wait_too_early},
         {"future_too_early", future_too_early},
         {"semaphore_too_early", semaphore_too_early},
         {"barrier_too_early", barrier_too_early},
         {"nobody_tells", nobody_tells},
         {"joined_after_its_wait", joined_after_its_wait},
         {"joined_without_a_wait", joined_without_a_wait},
         {"result_of_async", result_of_async},
         {"begun_after_the_wait", begun_after_the_wait},
         {"begun_before_the_wait", begun_before_the_wait},
         {"done_once", done_once},
         {"refilled_by_another_thread", refilled_by_another_thread},
         {"every_thread_its_own_lane", every_thread_its_own_lane},
         {"one_lane_does_not_wait", one_lane_does_not_wait},
         {"host_function_tells_by_an_atomic", host_function_tells_by_an_atomic},
         {"host_function_tells_by_a_condition", host_function_tells_by_a_condition},
         {"host_function_before_the_copy", host_function_before_the_copy},
         {"host_function_is_told_by_the_host", host_function_is_told_by_the_host},
         {"a_shared_counter_is_no_wait", a_shared_counter_is_no_wait}});
}
