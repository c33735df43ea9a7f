#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "common/timeline/interval.hpp"
#include "common/timeline/operation.hpp"

/// How much of a recording ran at the same time. Every figure is exact in nanoseconds and computed
/// from sorted intervals in n log n.
namespace timeline {

/// The kinds of hardware that work side by side: one copy engine for each direction, and the
/// multiprocessors.
enum class engine : std::uint8_t { h2d, compute, d2h };
inline constexpr std::array all_engines{engine::h2d, engine::compute, engine::d2h};

/// "H2D", "compute", "D2H".
[[nodiscard]] std::string_view name_of(engine unit);

/// The engine that runs this kind of operation; none for what happens on the host or takes no time.
/// A copy from another device comes in where uploads do. With several devices, those of a kind
/// count as one. Memsets and copies within the device count as compute: both are done by, or
/// compete with, the multiprocessors.
[[nodiscard]] std::optional<engine> engine_of(op_kind kind);

/// What one engine did.
struct engine_figures {
    std::size_t operations = 0;
    bytes moved{};
    nanoseconds busy{0};  ///< at least one operation ran; two at once count once
    double share = 0;     ///< `busy` of the elapsed time, 0 to 1
    /// Idle times between the engine's own first start and last end. Waiting for the first chunk
    /// and after the last one is not counted: even a perfect pipeline fills and drains.
    std::size_t gaps = 0;
    nanoseconds idle_in_gaps{0};
    nanoseconds longest_gap{0};
};

/// What the host did. A moment counts once: as work if any host thread works, else as waiting if
/// any waits, else as a call. So a blocking call that contains a recorded wait is waiting.
struct host_figures {
    nanoseconds busy{0};     ///< computes, touches memory or is inside a call without waiting
    nanoseconds waiting{0};  ///< waits for device work
    nanoseconds working{0};  ///< computes or touches memory: the part of `busy` outside calls
    nanoseconds working_beside_device{0};  ///< `working` while at least one engine was busy
};

struct overlap_figures {
    /// First start to last end of what the engines did; 0 to 0 when they did nothing.
    interval device;
    [[nodiscard]] nanoseconds elapsed() const { return device.length(); }

    std::array<engine_figures, all_engines.size()> engines;
    [[nodiscard]] const engine_figures& of(engine unit) const {
        return engines[static_cast<std::size_t>(unit)];
    }

    nanoseconds any_busy{0};       ///< at least one engine busy
    nanoseconds h2d_compute{0};    ///< both busy, whatever the third did
    nanoseconds compute_d2h{0};    ///< both busy
    nanoseconds h2d_d2h{0};        ///< both busy
    nanoseconds all_three{0};      ///< all busy
    nanoseconds longest_stage{0};  ///< busy time of the busiest engine: no order of the same
                                   ///< operations on these engines ends sooner

    /// Host-device copies (in either direction) beside a kernel. A kernel is ordered after its own
    /// chunk's upload and before its download, so in a program without races a copy beside a kernel
    /// belongs to another chunk. A missing wait looks like overlap, too: ask for defects first.
    nanoseconds copies_beside_kernels{0};
    std::size_t copies = 0;                ///< host-device copies that took any time
    std::size_t copies_beside_kernel = 0;  ///< those of them that shared any time with a kernel

    host_figures host;

    /// The share of the work that could be hidden behind the busiest engine and was: 0 when the
    /// engines took turns, 1 when the others worked only while the busiest one did. 0 when there
    /// was nothing to hide.
    [[nodiscard]] double hidden_share() const;
};

[[nodiscard]] overlap_figures measure_overlap(const recording& recorded);

/// When the engine was busy.
[[nodiscard]] interval_set busy_times(const recording& recorded, engine unit);

/// Idle times of the engine between its first start and its last end, in order of time.
[[nodiscard]] std::vector<interval> idle_gaps(const recording& recorded, engine unit);

}  // namespace timeline
