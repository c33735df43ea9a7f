#include "common/simcuda/runtime/access_cost.hpp"

#include <algorithm>

namespace simcuda {
namespace {

double time_at(std::uint64_t size, double rate) {
    return static_cast<double>(size) / rate;
}

/// Loads and stores share the link as copies of both directions do.
double link_time(const access_log::traffic& moved, const machine_profile& p) {
    const bool both_ways = moved.link_reads > 0 && moved.link_writes > 0;
    return std::max(time_at(moved.link_reads, p.h2d_rate * (both_ways ? p.two_way_h2d : 1)),
                    time_at(moved.link_writes, p.d2h_rate * (both_ways ? p.two_way_d2h : 1)));
}

nanoseconds whole(double ns) {
    return nanoseconds{static_cast<std::int64_t>(ns)};
}

}  // namespace

nanoseconds kernel_access_time(const access_log::traffic& moved, const machine_profile& profile,
                               double share) {
    const managed_costs& m = profile.managed;
    double ns = time_at(moved.device, profile.memory_rate * share) + link_time(moved, profile) +
                time_at(moved.pages.moved, m.device_fault_rate) +
                time_at(moved.pages.made, m.device_first_touch_rate);
    // Faults of many threads are served together.
    if (moved.pages.faults > 0)
        ns += static_cast<double>(m.device_fault.count());
    return whole(ns);
}

nanoseconds host_access_time(const access_log::traffic& moved, const machine_profile& profile) {
    const managed_costs& m = profile.managed;
    const std::uint64_t ordinary = moved.host - moved.combined_reads;
    return whole(time_at(ordinary, profile.touch_rate) +
                 time_at(moved.combined_reads, profile.write_combined_read_rate) +
                 static_cast<double>(moved.pages.faults) *
                     static_cast<double>(m.host_fault.count()) +
                 time_at(moved.pages.moved, m.host_fault_rate) +
                 time_at(moved.pages.made, m.host_first_touch_rate));
}

}  // namespace simcuda
