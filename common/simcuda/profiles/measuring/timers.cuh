#pragma once

// What time work takes, as the host sees it, and kernels that take some.

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace measuring {

__global__ void spin(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void nothing() {}

inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

inline double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

inline void settle() {
    check(cudaDeviceSynchronize(), "synchronize");
}

/// The first launch after a wait takes longer: after this one the host has that behind it, and the
/// device is idle again.
inline void get_going() {
    nothing<<<1, 1>>>();
    while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
}

inline double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

/// Median of a few runs in microseconds, each begun with an idle device, after `before`.
template <class Body, class Before>
double time_of(Body body, int runs, Before before) {
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        settle();
        before();
        const double start = now_us();
        body();
        times.push_back(now_us() - start);
    }
    settle();
    return median(times);
}

template <class Body>
double time_of(Body body, int runs = 5) {
    return time_of(body, runs, [] {});
}

/// Microseconds of one of many calls in a row.
template <class Call>
double time_of_call(Call call, int times = 100) {
    const auto all = [&] {
        for (int i = 0; i < times; ++i)
            call(i);
    };
    return time_of(all, 5, get_going) / times;
}

inline double time_to_read_clock() {
    return time_of_call([](int) { now_us(); }, 1000);
}

}  // namespace measuring
