#pragma once

// The machine that is measured: its memory and streams, and what time work takes its device.

#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>

#include "timers.cuh"

namespace measuring {

inline constexpr std::size_t kib = 1024, mib = 1024 * kib, largest = 256 * mib;

struct machine {
    cudaDeviceProp properties{};
    int clock_khz = 0, memory_clock_khz = 0;
    char *up = nullptr, *down = nullptr, *pageable = nullptr, *device = nullptr;
    cudaStream_t a = nullptr, b = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr, turn[2] = {nullptr, nullptr};

    machine() {
        check(cudaGetDeviceProperties(&properties, 0), "properties");
        cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0);
        cudaDeviceGetAttribute(&memory_clock_khz, cudaDevAttrMemoryClockRate, 0);
        check(cudaMallocHost(&up, largest), "pinned memory");
        check(cudaMallocHost(&down, largest), "pinned memory");
        check(cudaMalloc(&device, 2 * largest), "device memory");
        pageable = static_cast<char*>(std::malloc(largest));
        for (char* p : {up, down, pageable})
            std::memset(p, 1, largest);
        check(cudaMemset(device, 0, 2 * largest), "memset");
        settle();  // the streams below do not wait for the default one
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        for (cudaEvent_t& e : turn)
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        for (int i = 0; i < 20; ++i) {  // what happens once only, and clocks that rise
            keep_busy(1000.0);
            nothing<<<1, 1, 0, a>>>();
            upload(mib, a);
            download(mib, b);
            settle();
        }
    }
    void keep_busy(double us) const {
        spin<<<1, 1, 0, a>>>(static_cast<long long>(us * clock_khz / 1000.0));
    }
    void upload(std::size_t size, cudaStream_t s) const {
        check(cudaMemcpyAsync(device, up, size, cudaMemcpyHostToDevice, s), "upload");
    }
    void download(std::size_t size, cudaStream_t s) const {
        check(cudaMemcpyAsync(down, device + largest, size, cudaMemcpyDeviceToHost, s), "download");
    }
    /// What `many` pieces of work cost the device, issued while it is still busy with others.
    template <class Issue>
    double time_on_device(Issue issue, int many) const {
        settle();
        keep_busy(10000.0);
        cudaEventRecord(begin, a);
        for (int i = 0; i < many; ++i)
            issue();
        cudaEventRecord(end, a);
        settle();
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        return 1000.0 * static_cast<double>(ms) / many;
    }
};

}  // namespace measuring
