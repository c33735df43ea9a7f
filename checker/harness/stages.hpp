#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/harness/device_session.hpp"

namespace checker {

/// What copies of both directions do to each other.
enum class directions : std::uint8_t { at_once, in_turns };

/// How long the stages of one chunk take on the device at hand.
struct stage_times {
    nanoseconds h2d{0};  ///< pinned, nothing beside it
    nanoseconds kernel{0};
    nanoseconds d2h{0};
    nanoseconds h2d_beside{0};  ///< in a steady state with copies in the other direction
    nanoseconds d2h_beside{0};
    directions copies = directions::at_once;
    nanoseconds calls{0};  ///< of the host, to issue them: two copies and a launch
};

/// Measures them, copies from pinned memory. Medians of a few; throws std::runtime_error when the
/// device refuses.
[[nodiscard]] stage_times measure_stages(device_session& device, std::size_t chunk,
                                         unsigned int steps);

/// Steps that make the kernel take `multiple` times as long as copying one chunk in.
[[nodiscard]] unsigned int calibrated_steps(device_session& device, std::size_t chunk,
                                            double multiple);

/// What each further chunk of a long pipeline takes the device at least.
[[nodiscard]] nanoseconds time_of_further_chunk(const stage_times& stages);

/// All stages of all chunks, one after the other, without a pause between them.
[[nodiscard]] nanoseconds stages_in_turn(const stage_times& stages, std::size_t chunks);

/// The time that no correct program beats: the longest stage of all chunks one after the other,
/// plus filling the pipeline before its first and draining it after its last. Copies of both
/// directions are a stage together: as fast as they are alone while the pipeline fills and drains,
/// as slow as they are beside each other for as long as both have something to do. Where they take
/// turns, that stage neither fills nor drains.
[[nodiscard]] nanoseconds pipeline_bound(const stage_times& stages, std::size_t chunks);

}  // namespace checker
