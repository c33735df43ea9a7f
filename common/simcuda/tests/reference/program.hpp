#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/simcuda/tests/reference/byte_ranges.hpp"
#include "common/timeline/units.hpp"

/// CUDA programs as data, and what an independent reading of the rules says about them.
namespace simcuda::reference {

using timeline::nanoseconds;

enum class memory : std::uint8_t { device, pinned, pageable };

struct buffer {
    memory where = memory::device;
    unsigned size = 0;
};

/// `count` bytes of a buffer.
struct piece {
    int buffer = 0;
    unsigned first = 0, count = 0;

    [[nodiscard]] byte_ranges bytes() const { return {first, first + count}; }
};

enum class use : std::uint8_t { read, write, update };  // update: an atomic operation

struct touch {
    use how = use::read;
    piece where;
};

enum class action : std::uint8_t {
    allocate,        ///< buffer
    free,            ///< buffer
    allocate_async,  ///< buffer (of the device), in stream
    free_async,      ///< the same
    create_stream,   ///< stream, barrier, priority
    destroy_stream,
    create_event,  ///< event, timing
    destroy_event,
    record,              ///< event in stream
    wait,                ///< stream waits for event
    copy,                ///< to, from; `form` says whether in the legacy stream or in `stream`
    fill,                ///< to; likewise
    launch,              ///< touches, busy, blocks in stream
    host_function,       ///< touches in stream
    host_touches,        ///< touches
    host_sleeps,         ///< busy
    synchronize_stream,  ///< stream
    synchronize_event,   ///< event
    synchronize_device,
    query_stream,  ///< stream
    query_event,   ///< event
    elapsed,       ///< event, event2
};

enum class call_form : std::uint8_t { blocking, async };
enum class barrier : std::uint8_t { with_legacy, none };
enum class timing : std::uint8_t { on, off };

/// Streams that every program has.
inline constexpr int legacy_stream = 0, per_thread_stream = 1, first_made_stream = 2;
/// A stream as `host` means it.
[[nodiscard]] constexpr int stream_for(int host, int stream) {
    return stream == per_thread_stream && host > 0 ? -1 - host : stream;
}

struct step {
    action what = action::host_sleeps;
    int host = 0;  ///< the thread that does it
    int stream = legacy_stream;
    int event = 0, event2 = 0;
    int buffer = 0;
    call_form form = call_form::async;
    barrier with_legacy = barrier::with_legacy;
    timing timed = timing::on;
    int priority = 0;
    piece to, from;
    std::vector<touch> touches;
    nanoseconds busy{0};
    unsigned blocks = 1;
};

struct program {
    std::string machine;  ///< of `machine_names`
    std::vector<buffer> buffers;
    std::vector<step> steps;
};

/// How many host threads there are. Host 0 does its steps up to the first one of another host
/// alone; then it begins the others, in the order of their numbers.
[[nodiscard]] int hosts_of(const program& p);
/// The number of the first step of a host other than 0; that of all steps if there is none.
[[nodiscard]] int first_beside(const program& p);

/// Does every step use only what exists then? (Freed pinned and device memory may be used, by the
/// host and by copies: that is a mistake to be found.) What is made or ended once there are several
/// hosts is for its host alone, since nobody knows who comes first.
[[nodiscard]] bool is_complete(const program& p);

/// Which buffers the step touches.
[[nodiscard]] std::vector<int> buffers_of(const step& s);

/// The stream into which the step issues an operation; -1 if it issues none. Each host has a
/// per-thread stream of its own; the numbers of the others' are below -1.
[[nodiscard]] int issues_into(const step& s);

/// One line, as a person writes it.
[[nodiscard]] std::string as_text(const program& p, const step& s);

}  // namespace simcuda::reference
