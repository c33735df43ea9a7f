#pragma once

// Uploads of what the host has just written.

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "machine.cuh"
#include "timers.cuh"

namespace measuring {

/// An upload of what the host has just written, beside the same once more.
struct fresh_figures {
    double share = 1;        ///< of the rate
    double cache_bytes = 0;  ///< how much of what it wrote a processor still has to itself
};

inline fresh_figures measure_fresh(const machine& m, double us_per_byte) {
    const long told = sysconf(_SC_LEVEL2_CACHE_SIZE);  // the largest that is a processor's own
    const auto cache = static_cast<std::size_t>(told > 0 ? told : static_cast<long>(2 * mib));
    // What the last `size` of `written` bytes take longer than once more.
    const auto longer = [&](std::size_t written, std::size_t size) {
        const auto time = [&] {
            cudaEventRecord(m.begin, m.a);
            cudaMemcpyAsync(m.device, m.up + written - size, size, cudaMemcpyHostToDevice, m.a);
            cudaEventRecord(m.end, m.a);
            settle();
            float ms = 0;
            cudaEventElapsedTime(&ms, m.begin, m.end);
            return 1000.0 * static_cast<double>(ms);
        };
        std::vector<double> more;
        for (int run = 0; run < 25; ++run) {
            for (std::size_t i = 0; i < written / sizeof(int); ++i)
                reinterpret_cast<volatile int*>(m.up)[i] = run;
            const double fresh = time();
            more.push_back(fresh - time());
        }
        return std::max(0.0, median(more));
    };
    const auto part = static_cast<double>(cache / 2);
    const double in_cache = longer(cache / 2, cache / 2);
    fresh_figures f;
    f.share = us_per_byte * part / (us_per_byte * part + in_cache);
    f.cache_bytes = static_cast<double>(cache);
    if (f.share < 0.9)
        f.cache_bytes = std::clamp(longer(4 * cache, 2 * cache) / in_cache * part, part,
                                   static_cast<double>(2 * cache));
    return f;
}

}  // namespace measuring
