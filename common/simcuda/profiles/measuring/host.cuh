#pragma once

// [host]: what the processor does with memory, and what it costs to pin it.

#include <cuda_runtime.h>

#include "fresh.cuh"
#include "machine.cuh"
#include "profile.cuh"
#include "timers.cuh"

namespace measuring {

inline void say_host(const machine& m, const fresh_figures& fresh) {
    section("host");
    volatile long long sum = 0;
    const double touch = time_of([&] {
        long long own = 0;
        for (std::size_t i = 0; i < 64 * mib / sizeof(int); ++i) {
            own += reinterpret_cast<const int*>(m.down)[i];
        }
        sum = own;
    });
    say("touch_gb_per_s", 64e-3 * mib / touch);
    say_whole("own_cache_bytes", static_cast<long long>(fresh.cache_bytes));
    const double copy =
        time_of([&] { cudaMemcpy(m.down, m.pageable, 64 * mib, cudaMemcpyHostToHost); });
    say("copy_gb_per_s", 64e-3 * mib / copy);
    const auto pin = [](std::size_t size) {
        return time_of(
            [size] {
                void* p = nullptr;
                check(cudaMallocHost(&p, size), "pinned memory");
                check(cudaFreeHost(p), "free");
            },
            3);
    };
    say("pin_us_per_mib", (pin(128 * mib) - pin(mib)) / 127);
    double registering = 0;
    const double both = time_of(
        [&] {
            const double start = now_us();
            check(cudaHostRegister(m.pageable, largest, cudaHostRegisterDefault), "register");
            registering = now_us() - start;
            check(cudaHostUnregister(m.pageable), "unregister");
        },
        3);
    say("register_us_per_mib", registering / 256);
    say("unregister_us_per_mib", (both - registering) / 256);
    say("clock_read_us", time_to_read_clock());
}

}  // namespace measuring
