#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/timeline/units.hpp"

namespace timeline {

/// What a recorded operation is. Device work first, then what the host did.
enum class op_kind : std::uint8_t {
    copy_h2d,
    copy_d2h,
    copy_d2d,
    copy_h2h,
    memset,
    kernel,
    host_function,  ///< runs on the host, in stream order (cudaLaunchHostFunc)
    event_record,   ///< zero length, in its stream
    event_wait,     ///< zero length, in the stream that waits
    host_wait,      ///< the host waits for device work (cudaStreamSynchronize, ...)
    api_call,       ///< any other runtime call, on the host's lane
    host_work,      ///< the host computes or touches memory between calls
    copy_p2p,       ///< from one device to another; `device` is where it goes
    annotation,     ///< a stretch of the host's time that the program named (NVTX); may be empty
};

/// The kind of host memory that a copy reads or writes; `none` where it has no host side. Of what
/// the host does only the slow kind is told: reading what is write-combined.
enum class memory_kind : std::uint8_t { none, pageable, pinned, managed, write_combined };

/// Where in the learner's source a call stands. Line 0: not known.
struct source_place {
    std::string file;
    int line = 0;

    friend bool operator==(const source_place&, const source_place&) = default;
};

/// Streams are numbered from 1 in the order of their creation; 0 is the legacy default stream.
/// Operations of the host carry `host_lane`.
using stream_id = std::uint32_t;
inline constexpr stream_id host_lane = 0xffff'ffff;

/// One thing that happened, on the device or on the host. The simulated device and the CUPTI
/// recorder fill the same type; everything after them reads only this.
struct operation {
    std::uint64_t id = 0;           ///< unique in a recording, in the order of issue
    std::uint64_t correlation = 0;  ///< shared by a runtime call and the device work it started
    op_kind kind = op_kind::api_call;
    std::string name;  ///< kernel name, or the runtime call's name
    stream_id stream = host_lane;
    std::uint32_t device = 0;  ///< device work only: which of several devices does it
    nanoseconds start{0};
    nanoseconds end{0};
    bytes size{};  ///< copies and memsets; of the host's work, what it has touched
    memory_kind host_memory = memory_kind::none;
    /// Copies between host and device: where they begin in the device's memory, as a number that
    /// those of the same place share, counted from 1; 0: not known.
    std::uint64_t device_place = 0;
    std::uint64_t event = 0;  ///< event_record, event_wait, host_wait on an event: which event
    /// A call that asks for the time between two events: the first of them; `event` is the second.
    std::uint64_t since_event = 0;
    /// Ids of the operations in *other* lanes that this one had to wait for: the drawn arrows.
    std::vector<std::uint64_t> waits_for;
    source_place where;
    std::uint32_t colour = 0;  ///< annotations: 0xAARRGGBB as the program chose it; 0: none

    friend bool operator==(const operation&, const operation&) = default;
};

/// A stream as the program made it.
struct stream_info {
    stream_id id = 0;
    std::string name;  ///< "legacy", or the variable-free name "stream 3"
    bool non_blocking = false;
    int priority = 0;

    friend bool operator==(const stream_info&, const stream_info&) = default;
};

/// Everything that was recorded between two moments, operations ordered by id.
struct recording {
    std::vector<stream_info> streams;
    std::vector<operation> operations;

    friend bool operator==(const recording&, const recording&) = default;
};

}  // namespace timeline
