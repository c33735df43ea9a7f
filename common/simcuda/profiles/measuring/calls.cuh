#pragma once

// Time inside calls, and how many of them wait in a stream: [queue] and [calls].

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "machine.cuh"
#include "profile.cuh"
#include "timers.cuh"

namespace measuring {

/// Microseconds inside calls as programs have them: different ones in turns, not one of them over
/// and over, which is quicker.
struct call_figures {
    double copy = 0, launch = 0, record = 0, wait = 0;
    double after_wait = 0;  ///< more for a copy or a launch right after a wait
    double latency = 0;     ///< from its return to that of a wait for it, less the work itself
};

inline call_figures measure_calls(const machine& m) {
    constexpr std::size_t size = 64 * kib;
    constexpr int rounds = 200, before_a_rest = 40;
    const auto up = [&] { m.upload(size, m.a); };
    const auto launch = [&] { nothing<<<1, 1, 0, m.a>>>(); };
    const double clock = time_to_read_clock();
    const auto timed = [&](std::vector<double>& times, auto call) {
        const double start = now_us();
        call();
        times.push_back(now_us() - start - clock);
    };
    std::vector<double> copies, launches, records, waits;
    for (int i = 0; i < rounds; ++i) {
        if (i % before_a_rest == 0)
            settle();
        timed(copies, up);
        timed(records, [&] { cudaEventRecord(m.turn[0], m.a); });
        timed(waits, [&] { cudaStreamWaitEvent(m.b, m.turn[0], 0); });
        timed(launches, launch);
    }
    settle();
    call_figures f{median(copies), median(launches), median(records), median(waits), 0, 0};

    std::vector<double> more, latencies;
    const auto with_wait = [&](auto call, double usual, double own) {
        std::vector<double> times, until_done;
        for (int i = 0; i < rounds; ++i) {
            // Each in turns with the other, and after a wait.
            launch();
            cudaStreamSynchronize(m.a);
            up();
            cudaStreamSynchronize(m.a);
            const double start = now_us();
            timed(times, call);
            cudaStreamSynchronize(m.a);
            until_done.push_back(now_us() - start);
        }
        more.push_back(median(times) - usual);
        latencies.push_back(median(until_done) - median(times) - own - 2 * clock);
    };
    with_wait(up, f.copy, m.time_on_device(up, 200));
    with_wait(launch, f.launch, m.time_on_device(launch, 200));
    f.after_wait = std::max(0.0, (more[0] + more[1]) / 2);
    f.latency = std::max(0.3, (latencies[0] + latencies[1]) / 2);
    return f;
}

/// How many launches wait in a stream before the next call has to.
inline int queue_depth(const machine& m) {
    constexpr int most = 5000;
    settle();
    m.keep_busy(200000.0);
    int depth = 0;
    for (; depth < most; ++depth) {
        const double start = now_us();
        nothing<<<1, 1, 0, m.a>>>();
        if (now_us() - start > 5000.0)
            break;
    }
    settle();
    return depth;
}

inline void say_calls(const machine& m, const call_figures& calls) {
    section("queue");
    say_whole("depth", queue_depth(m));
    section("calls");
    say("cudaLaunchKernel", calls.launch);
    say("cudaMemcpyAsync", calls.copy);
    say("cudaMemcpy", calls.copy);
    say("cudaEventRecord", calls.record);
    say("cudaStreamWaitEvent", calls.wait);
    say("cudaMemsetAsync", time_of_call([&](int) { cudaMemsetAsync(m.device, 0, kib, m.a); }));
    say("cudaEventQuery", time_of_call([&](int) { cudaEventQuery(m.begin); }));
    say("cudaStreamQuery", time_of_call([&](int) { cudaStreamQuery(m.b); }));
    say("cudaStreamSynchronize", time_of_call([&](int) { cudaStreamSynchronize(m.b); }));
    say("cudaDeviceSynchronize", time_of_call([&](int) { cudaDeviceSynchronize(); }));
    std::vector<cudaEvent_t> events(500);
    const auto event = [&](int i) -> cudaEvent_t& { return events[static_cast<std::size_t>(i)]; };
    int next = 0;
    say("cudaEventCreate", time_of_call([&](int) { cudaEventCreate(&event(next++)); }));
    say("cudaEventDestroy", time_of_call([&](int) { cudaEventDestroy(event(--next)); }));
    std::vector<cudaStream_t> streams(50);
    const auto stream = [&](int i) -> cudaStream_t& {
        return streams[static_cast<std::size_t>(i)];
    };
    say("cudaStreamCreate", time_of_call([&](int) { cudaStreamCreate(&stream(next++)); }, 10));
    say("cudaStreamDestroy", time_of_call([&](int) { cudaStreamDestroy(stream(--next)); }, 10));
}

}  // namespace measuring
