#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/timeline/units.hpp"

namespace simcuda {

using timeline::bytes;
using timeline::nanoseconds;

/// The time that so many bytes take at `rate` bytes a nanosecond.
[[nodiscard]] inline nanoseconds at_rate(bytes size, double rate) {
    return nanoseconds{static_cast<std::int64_t>(static_cast<double>(size.value) / rate)};
}

/// Measured points (bytes, microseconds) of a call's duration, linear between them.
class size_curve {
public:
    size_curve() = default;
    explicit size_curve(std::vector<std::pair<double, double>> points);
    [[nodiscard]] nanoseconds at(bytes size) const;

private:
    std::vector<std::pair<double, double>> points_;
};

/// What managed memory costs when it is not where it is used.
struct managed_costs {
    nanoseconds device_fault{}, host_fault{};  ///< a kernel's, together; the host's, each
    double device_fault_rate = 0, host_fault_rate = 0;
    double device_first_touch_rate = 0, host_first_touch_rate = 0;
    double prefetch_to_host_rate = 0;
    double prefetch_call_us_per_mib = 0;
};

/// The way from one device to another.
struct peer_link {
    double rate = 0;
    double two_way = 1;  ///< share of it while copies go the other way, too
};

/// May the host touch managed memory while the device is at work?
enum class managed_access : std::uint8_t { exclusive, concurrent };

/// The numbers of one machine, read from a TOML file such as those in profiles/. Rates are bytes
/// per nanosecond, which is GB/s. A file without a base has to have every entry; one that says
/// base = "h200" takes what it does not write from that profile. That is all there is of defaults.
struct machine_profile {
    std::string name, title;

    std::string device_name;  ///< as the device tells it
    int multiprocessors = 0, threads_per_multiprocessor = 0, lanes_per_multiprocessor = 0;
    int blocks_per_multiprocessor = 0, registers_per_multiprocessor = 0;
    int clock_khz = 0;
    bytes memory{};
    double memory_rate = 0;
    int memory_clock_khz = 0, memory_bus_bits = 0, l2_bytes = 0;
    int shared_bytes_per_block = 0;       ///< the most that a kernel can ask for
    std::vector<int> shared_kib_choices;  ///< how a multiprocessor can share out its L1 cache
    int capability_major = 0, capability_minor = 0;
    int async_engine_count = 0, copy_engines = 0;
    int pageable_memory_access = 0, host_page_tables = 0;

    double h2d_rate = 0, d2h_rate = 0, two_way_h2d = 1, two_way_d2h = 1;
    double fresh_h2d = 1;  ///< share of it for what is still in the cache of who wrote it
    nanoseconds pause_beside_h2d{}, pause_beside_d2h{};  ///< after each copy beside the other way
    nanoseconds copy_setup{}, kernel_floor{}, graph_kernel_floor{}, submit{}, wake{};
    nanoseconds hand_over{};       ///< from the end of work to that of another engine behind it
    nanoseconds turn_to_stream{};  ///< of a copy engine, from one stream's copy to another's
    nanoseconds after_wait{};      ///< more for what the host gives the device first after a wait
    peer_link direct_peer, staged_peer;  ///< with peer access; without, through the host
    nanoseconds peer_setup{};

    size_curve pageable_h2d, pageable_d2h;
    bytes host_cache{};
    bytes own_cache{};  ///< a single processor's, the largest that is its own
    double cold_h2d_rate = 0, cold_d2h_rate = 0;
    bytes staged_at_once{};

    double touch_rate = 0, host_copy_rate = 0, write_combined_read_rate = 0;
    double pin_us_per_mib = 0, register_us_per_mib = 0, unregister_us_per_mib = 0;
    nanoseconds clock_read{};
    nanoseconds create_context{}, load_kernel{};

    managed_access managed_is = managed_access::concurrent;
    managed_costs managed;

    std::size_t queue_depth = 0;
    std::map<std::string, nanoseconds, std::less<>> calls;

    /// Host time of the runtime call `api` when it does not wait.
    [[nodiscard]] nanoseconds call_cost(std::string_view api) const;
};

/// The profile called `name`, or the file if `name` ends in ".toml".
/// Throws std::invalid_argument: unknown name (the known ones are listed), an entry that is
/// missing, wrong or unknown (profile, line and entry are named).
[[nodiscard]] machine_profile load_profile(std::string_view name);
[[nodiscard]] std::vector<std::string> built_in_profiles();

}  // namespace simcuda
