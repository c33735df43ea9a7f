#include "common/simcuda/runtime/host_cache.hpp"

#include <algorithm>

namespace simcuda {

std::uint64_t host_cache::touch(address base, std::uint64_t size) {
    std::uint64_t cached = 0, seen = 0;
    std::deque<range> kept;
    for (const range& r : newest_first_) {
        if (seen + r.size > capacity_)
            break;  // older ones have been driven out
        seen += r.size;
        const address low = std::max(r.base, base);
        const address high = std::min(r.base + r.size, base + size);
        if (low >= high) {
            kept.push_back(r);
            continue;
        }
        cached += high - low;
        if (r.base < low)
            kept.push_back({r.base, low - r.base});
        if (high < r.base + r.size)
            kept.push_back({high, r.base + r.size - high});
    }
    kept.push_front({base, size});
    newest_first_ = std::move(kept);
    return cached;
}

}  // namespace simcuda
