#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/operation.hpp"

/// What is known of a run on a real GPU, and how it becomes a recording. Two witnesses: the host,
/// which knows what was called, and a profiler or events, which know when the device worked. The
/// structures are plain, so that streams of records can be kept in files and converted anywhere.
namespace timeline {

/// One piece of work, as whoever watched the device has seen it.
struct gpu_work {
    std::uint64_t correlation = 0;   ///< of the call that started it; several may share one
    op_kind kind = op_kind::kernel;  ///< copy_..., memset or kernel
    std::string name;                ///< of a kernel, as the compiler decorated it
    std::uint32_t stream = 0;        ///< by the watcher's own numbers
    std::uint32_t device = 0;
    nanoseconds start{0};
    nanoseconds end{0};
    bytes size{};
    memory_kind host_memory = memory_kind::none;

    friend bool operator==(const gpu_work&, const gpu_work&) = default;
};

/// What a call of the host's does to the order of things.
enum class call_role : std::uint8_t {
    plain,             ///< starts work, or nothing of interest
    blocking_copy,     ///< starts a copy and waits for it
    waits_for_stream,  ///< the host waits for all that is in `stream`
    waits_for_event,   ///< the host waits for the newest record of `event`
    waits_for_device,  ///< the host waits for everything
    records_event,     ///< puts a record of `event` into `stream`
    stream_waits,      ///< `stream` waits for the newest record of `event`
    host_work,         ///< no call: the host computes, or touches memory of `size`
};

/// One call of a runtime function.
struct gpu_call {
    std::uint64_t correlation = 0;  ///< 0: started no work, or nobody knows
    std::string name;
    call_role role = call_role::plain;
    stream_id stream = host_lane;  ///< that it works on
    std::uint64_t event = 0;
    std::uint64_t since_event = 0;  ///< not 0: asks for the time from this one to `event`
    bytes size{};
    std::uint64_t device_place =
        0;  ///< of a copy: where it begins in the device's memory, if known
    nanoseconds start{0};
    nanoseconds end{0};
    source_place where;

    friend bool operator==(const gpu_call&, const gpu_call&) = default;
};

struct gpu_records {
    std::vector<stream_info> streams;  ///< at least those that the calls name
    std::vector<gpu_call> calls;       ///< in the order in which they began
    std::vector<gpu_work> work;        ///< in any order

    friend bool operator==(const gpu_records&, const gpu_records&) = default;
};

/// "advance" of "_ZN8workload7advanceEPjmj": without parameters, namespaces, template arguments.
/// What is no decorated name comes back as it is.
[[nodiscard]] std::string plain_kernel_name(const std::string& decorated);

/// One recording of both. Two clocks never agree to the last microsecond; cause and effect do:
/// work starts no earlier than the call that asked for it, and a wait ends no earlier than what was
/// waited for. Records and waits of streams take no time and come where their stream is by then.
/// Work whose call nobody noted keeps its place by its correlation.
[[nodiscard]] recording to_recording(const gpu_records& seen);

}  // namespace timeline
