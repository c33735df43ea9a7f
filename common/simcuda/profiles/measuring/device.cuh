#pragma once

// [device]: what the machine says of itself, and how fast its memory is.

#include <cuda_runtime.h>

#include <cstdio>

#include "link.cuh"
#include "machine.cuh"
#include "profile.cuh"

namespace measuring {

/// By compute capability; CUDA Programming Guide, "Arithmetic Instructions".
inline int lanes_of(const cudaDeviceProp& p) {
    const bool few = p.minor == 0 ? p.major < 9 : p.major == 7;
    return few ? 64 : 128;
}

inline void say_shared_choices(const cudaDeviceProp& p) {
    const int whole = static_cast<int>(p.sharedMemPerMultiprocessor / kib);
    std::printf("shared_kib_choices = [");
    for (const int kib_of : {8, 16, 32, 64, 100, 132, 164, 196}) {
        const bool turing = p.major == 7 && p.minor == 5;
        if (kib_of < whole && !(turing && kib_of < 32))
            std::printf("%d, ", kib_of);
    }
    std::printf("%d]\n", whole);
}

inline double memory_rate(const machine& m) {
    const auto copy = [&] {
        cudaMemcpyAsync(m.device, m.device + largest, largest, cudaMemcpyDeviceToDevice, m.a);
    };
    return 2e-3 * largest / m.time_on_device(copy, 5);
}

inline void say_device(const machine& m, const link_figures& l) {
    const cudaDeviceProp& p = m.properties;
    std::printf("base = \"h200\"\nname = \"mine\"\ntitle = \"%s\"\n", p.name);
    section("device");
    std::printf("name = \"%s\"\ncompute_capability = [%d, %d]\n", p.name, p.major, p.minor);
    say_whole("multiprocessors", p.multiProcessorCount);
    say_whole("threads_per_multiprocessor", p.maxThreadsPerMultiProcessor);
    say_whole("blocks_per_multiprocessor", p.maxBlocksPerMultiProcessor);
    say_whole("registers_per_multiprocessor", p.regsPerMultiprocessor);
    say_whole("lanes_per_multiprocessor", lanes_of(p));
    say_whole("clock_khz", m.clock_khz);
    say_whole("memory_bytes", static_cast<long long>(p.totalGlobalMem));
    say("memory_gb_per_s", memory_rate(m));
    say_whole("memory_clock_khz", m.memory_clock_khz);
    say_whole("memory_bus_bits", p.memoryBusWidth);
    say_whole("l2_bytes", p.l2CacheSize);
    say_whole("shared_bytes_per_block", static_cast<long long>(p.sharedMemPerBlockOptin));
    say_shared_choices(p);
    say_whole("async_engine_count", p.asyncEngineCount);
    say_whole("copy_engines", l.engines);
    say_whole("pageable_memory_access", p.pageableMemoryAccess);
    say_whole("host_page_tables", p.pageableMemoryAccessUsesHostPageTables);
}

}  // namespace measuring
