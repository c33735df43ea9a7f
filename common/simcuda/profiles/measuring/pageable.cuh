#pragma once

// [pageable]: copies from and to memory that is not pinned.

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "machine.cuh"
#include "profile.cuh"
#include "timers.cuh"

namespace measuring {

/// Time inside the asynchronous call with pageable memory; the device is idle before. The memory
/// was just written, as it is where somebody computes what is uploaded.
inline double pageable_us(const machine& m, std::size_t size, cudaMemcpyKind kind) {
    const bool up = kind == cudaMemcpyHostToDevice;
    return time_of(
        [&] {
            check(cudaMemcpyAsync(up ? m.device : m.pageable, up ? m.pageable : m.device, size,
                                  kind, m.a),
                  "pageable copy");
        },
        9,
        [&] {
            get_going();
            std::memset(m.pageable, 1, std::min(size, 16 * mib));
        });
}

inline void say_curve(const machine& m, const char* key, cudaMemcpyKind kind) {
    std::printf("%s = [", key);
    double last = 0;
    for (const std::size_t size :
         {kib, 4 * kib, 16 * kib, 64 * kib, 256 * kib, mib, 4 * mib, 16 * mib}) {
        last = std::max(last, pageable_us(m, size, kind));  // times in a profile never fall
        std::printf("%s[%zu, %.1f]", size == kib ? "" : ", ", size, last);
    }
    std::printf("]\n");
}

/// The largest pageable upload whose call does not wait for the kernel before it.
inline std::size_t staged_at_once(const machine& m) {
    std::size_t staged = 0;
    for (std::size_t size = 4 * kib; size <= 16 * mib; size *= 2) {
        const double alone = pageable_us(m, size, cudaMemcpyHostToDevice);
        const double behind = time_of([&] {
            m.keep_busy(5000.0 + alone);
            cudaMemcpyAsync(m.device, m.pageable, size, cudaMemcpyHostToDevice, m.a);
        });
        if (behind > 4000.0 + alone)
            break;
        staged = size;
    }
    return staged;
}

inline void say_pageable(const machine& m) {
    section("pageable");
    say_curve(m, "h2d_us", cudaMemcpyHostToDevice);
    say_curve(m, "d2h_us", cudaMemcpyDeviceToHost);
    // A virtual machine may be told the whole host's cache; more than this is nobody's alone.
    constexpr long most = 32 * mib;
    const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    say_whole("cache_bytes", cache > 0 ? std::min(cache, most) : most);
    say("cold_h2d_gb_per_s", 1e-3 * largest / pageable_us(m, largest, cudaMemcpyHostToDevice));
    say("cold_d2h_gb_per_s", 1e-3 * largest / pageable_us(m, largest, cudaMemcpyDeviceToHost));
    say_whole("staged_at_once_bytes", static_cast<long long>(staged_at_once(m)));
}

}  // namespace measuring
