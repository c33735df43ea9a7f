#pragma once

#include <list>
#include <map>

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// Which host memory was used lately and so is still in a processor's cache. The oldest ranges are
/// driven out, each as a whole.
class host_cache {
public:
    explicit host_cache(bytes capacity) : capacity_(capacity.value) {}

    /// How many bytes of the range are cached; the range is then the newest.
    std::uint64_t touch(address base, std::uint64_t size);

    /// How many bytes of the range are cached; they are so no longer.
    std::uint64_t take(address base, std::uint64_t size);

private:
    struct range {
        address base;
        std::uint64_t size;
    };
    using place = std::list<range>::iterator;

    void drive_out();
    std::uint64_t cut_out(address base, std::uint64_t size);
    void add(place before, range r);
    void remove(place p);
    void make_newest(range r);

    std::uint64_t capacity_;
    std::uint64_t total_ = 0;
    std::list<range> newest_first_;
    std::map<address, place> by_address_;  // they do not overlap
};

}  // namespace simcuda
