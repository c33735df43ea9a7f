#include "checker/harness/gpu/host_cache.hpp"

#include <cstdint>
#include <limits>

#include "common/workload/in_parts.hpp"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace checker::gpu {
#ifdef __x86_64__
namespace {

constexpr std::size_t line = 64;

void flush_in_turn(char* bytes, std::size_t lines) {
    for (std::size_t i = 0; i < lines; ++i) {
        _mm_clflush(bytes + i * line);
    }
}

/// Many lines at a time: a fraction of the time.
__attribute__((target("clflushopt"))) void flush_side_by_side(char* bytes, std::size_t lines) {
    for (std::size_t i = 0; i < lines; ++i) {
        _mm_clflushopt(bytes + i * line);
    }
}

bool can_flush_side_by_side() {
    unsigned int a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_CLFLUSHOPT) != 0;
}

}  // namespace
#endif

void write_back(void* p, std::size_t size, std::size_t threads) {
#ifdef __x86_64__
    constexpr std::size_t of_a_mib = (std::size_t{1} << 20) / line;
    auto* const bytes = static_cast<char*>(p);
    auto* const flush = can_flush_side_by_side() ? flush_side_by_side : flush_in_turn;
    workload::in_parts((size + line - 1) / line, threads,
                       [bytes, flush](std::size_t first, std::size_t count) {
                           flush(bytes + first * line, count);
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
