#include "checker/harness/gpu/host_cache.hpp"

#include <cstdint>
#include <limits>

#include "common/workload/in_parts.hpp"

#ifdef __x86_64__
#include <emmintrin.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace checker::gpu {

void write_back(const void* p, std::size_t size, std::size_t threads) {
#ifdef __x86_64__
    constexpr std::size_t line = 64;
    constexpr std::size_t of_a_mib = (std::size_t{1} << 20) / line;
    const auto* const bytes = static_cast<const char*>(p);
    workload::in_parts((size + line - 1) / line, threads,
                       [bytes](std::size_t first, std::size_t count) {
                           for (std::size_t i = first; i < first + count; ++i) {
                               _mm_clflush(bytes + i * line);
                           }
                           _mm_mfence();
                       },
                       of_a_mib);
#else
    static_cast<void>(p);
    static_cast<void>(size);
    static_cast<void>(threads);
#endif
}

void keep_freed_memory() {
#ifdef __GLIBC__
    static_cast<void>(mallopt(M_MMAP_MAX, 0));
    static_cast<void>(mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max()));
#endif
}

}  // namespace checker::gpu
