#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "common/simcuda/runtime/engines.hpp"
#include "common/simcuda/runtime/site.hpp"
#include "common/simcuda/runtime/vector_clock.hpp"
#include "common/timeline/operation.hpp"

namespace simcuda {

/// A place in the order of all work: what is known to have happened there, and when it is reached.
struct point {
    vector_clock order;
    task_ptr time;
    stamp last;                   ///< the newest operation of its own stream
    std::uint64_t operation = 0;  ///< recorded operation to draw arrows from; 0: none
};
using point_ptr = std::shared_ptr<const point>;

enum class blocking : std::uint8_t { with_legacy, never };

/// Number of the legacy default stream.
inline constexpr timeline::stream_id legacy_stream = 0;

// Remembered so that a report can say why a wait did not help. `when` is an issue number.
struct record_note {
    stamp last;  ///< newest operation of the stream at the time; `at` 0: never recorded
    std::uint64_t when = 0;
    timeline::stream_id stream = 0;
    const void* pc = nullptr;
};
struct wait_note {
    std::uint64_t event = 0;
    record_note record;  ///< what the wait waits for
    std::uint64_t when = 0;
    const void* pc = nullptr;
};
struct issue_note {
    sequence at = 0;
    std::uint64_t when = 0;
    site where;
};

/// The host has waited, or asked and been told that the work is not done.
enum class host_wait_kind : std::uint8_t { stream, event, not_ready };
struct host_wait_note {
    host_wait_kind kind = host_wait_kind::stream;
    timeline::stream_id stream = 0;  ///< of a wait for a stream
    std::uint64_t event = 0;         ///< of a wait for an event; 0: for a stream
    record_note record;
    std::uint64_t when = 0;
    const char* call = nullptr;
    const void* pc = nullptr;
};

enum class stream_role : std::uint8_t {
    made,       ///< by the program
    legacy,     ///< a device's legacy default stream
    of_thread,  ///< a host thread's default stream
    lane,       ///< of an executable graph
};

struct stream_state {
    timeline::stream_id id = 0;
    stream_role role = stream_role::made;
    unsigned device = 0;
    actor slot = 0;
    sequence issued = 0;
    blocking mode = blocking::with_legacy;
    int priority = 0;
    unsigned flags = 0;
    timeline::stream_id gone_before = 0;  ///< the first stream made since it was destroyed
    const void* made_at = nullptr;
    std::string given_name;  ///< by the program (NVTX)
    const void* destroyed_at = nullptr;
    site newest_work;  ///< more than a marker
    stamp newest_work_id;
    point_ptr tail;                    ///< null: nothing was issued yet
    std::uint64_t legacy_seen = 0;     ///< newest barrier of the legacy stream that it follows
    std::deque<task_ptr> outstanding;  ///< for the launch queue's depth
    std::deque<wait_note> waits;       ///< the newest few
    std::deque<issue_note> issues;     ///< the newest few
    /// What the next operation follows besides the stream's own.
    std::vector<point_ptr> joins;
    /// The executable graph that this is a lane of; 0: an ordinary stream. A lane bears the number
    /// of the stream that its graph was launched in.
    std::uint64_t graph = 0;
    site launch;  ///< of that graph, the newest
};

struct event_state {
    std::uint64_t id = 0;
    unsigned device = 0;
    unsigned flags = 0;
    const void* made_at = nullptr;
    point_ptr captured;               ///< null: never recorded
    std::deque<record_note> records;  ///< the newest few
    const void* destroyed_at = nullptr;
};

}  // namespace simcuda

// CUDA's handles point to these.
struct CUstream_st : simcuda::stream_state {};
struct CUevent_st : simcuda::event_state {};
