#include "common/simcuda/runtime/host_cache.hpp"

#include <algorithm>
#include <iterator>

namespace simcuda {
namespace {

/// Small copies one behind the other make one range, up to this size.
constexpr std::uint64_t longest_joined = std::uint64_t{64} * 1024;

}  // namespace

std::uint64_t host_cache::touch(address base, std::uint64_t size) {
    drive_out();
    const std::uint64_t cached = cut_out(base, size);
    make_newest({base, size});
    return cached;
}

std::uint64_t host_cache::take(address base, std::uint64_t size) {
    drive_out();
    return cut_out(base, size);
}

void host_cache::drive_out() {
    while (total_ > capacity_)
        remove(std::prev(newest_first_.end()));
}

/// Takes the range away from those that there are, which keep their age; how much it was.
std::uint64_t host_cache::cut_out(address base, std::uint64_t size) {
    std::uint64_t cut = 0;
    const address end = base + size;
    auto it = by_address_.upper_bound(base);
    if (it != by_address_.begin())
        --it;
    while (it != by_address_.end() && it->first < end) {
        const place p = it->second;
        ++it;
        const range old = *p;
        const address low = std::max(old.base, base);
        const address high = std::min(old.base + old.size, end);
        if (low >= high)
            continue;
        cut += high - low;
        if (old.base < low)
            add(p, {old.base, low - old.base});
        if (high < old.base + old.size)
            add(p, {high, old.base + old.size - high});
        remove(p);
    }
    return cut;
}

void host_cache::add(place before, range r) {
    by_address_[r.base] = newest_first_.insert(before, r);
    total_ += r.size;
}

void host_cache::remove(place p) {
    // A part of it may have its address already.
    if (const auto it = by_address_.find(p->base); it != by_address_.end() && it->second == p)
        by_address_.erase(it);
    total_ -= p->size;
    newest_first_.erase(p);
}

void host_cache::make_newest(range r) {
    if (!newest_first_.empty()) {
        const range last = newest_first_.front();
        if (last.base + last.size == r.base && last.size + r.size <= longest_joined) {
            remove(newest_first_.begin());
            r = {last.base, last.size + r.size};
        }
    }
    add(newest_first_.begin(), r);
}

}  // namespace simcuda
