#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/simcuda/runtime/access_log.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

/// A fact of a report that the source tells: where `pc` is or, if a call is named, the text of one
/// of its arguments there (-1: the last; for a kernel, the stream of its launch).
struct lookup {
    std::string fact;
    const void* pc = nullptr;
    std::string call;
    int argument = 0;
};

struct unrecorded_wait {
    std::uint64_t event = 0;
    std::string why;  ///< a key of [why]
    std::vector<lookup> lookups;
};

/// Why nothing orders two accesses, and the change to try.
struct explanation {
    std::string id;   ///< the race's own, or a wait that is there but cannot help
    std::string why;  ///< a key of [why]; empty: there is no wait at all
    std::string fix;  ///< a key of [edge]
    std::map<std::string, std::string> facts;
    std::vector<lookup> lookups;
    /// Streams beside those of the two accesses, and where the source names them.
    struct named_stream {
        timeline::stream_id id = 0;
        lookup name;
    };
    std::vector<named_stream> streams;
    /// The event that the change to try is about, 0: none; and whether its line had recorded other
    /// events by then, so that the name that it has there depends on the turn of a loop.
    std::uint64_t useful = 0;
    bool depends_on_the_turn = false;
    /// Two copies, each of which writes: if one line is both, the address may lack an offset.
    bool are_copies_writing = false;
    /// A wait that was made for another event, as the source names that.
    std::optional<lookup> made_wait;
    /// What another stream was given right before the earlier of the two, which is in none.
    site beside;
    /// Waits for events that had not been recorded, the newest first. Only the end of the program
    /// tells which of these events never are: the first such wait is to blame, and nothing else.
    std::vector<unrecorded_wait> unrecorded;
};

/// Looks at the waits that the program did make. Rules: cudaEventRecord captures what is in the
/// stream at the time of the call; cudaStreamWaitEvent and cudaEventSynchronize mean the newest
/// record at the time of theirs (CUDA Runtime API, "Event Management").
[[nodiscard]] explanation explain(const scheduler& order, const access_side& earlier,
                                  const access_side& later, const std::string& race);

/// Is this side code of the host, between its calls or in a host function?
[[nodiscard]] bool on_host(const site& s);

/// Which event or stream the host has asked about, and where.
void name_what_was_asked(explanation& out, const host_wait_note& asked);

/// A placeholder for the stream's name, and one for a place in the source.
[[nodiscard]] std::string stream_placeholder(timeline::stream_id id);
[[nodiscard]] std::string place_placeholder(const void* pc);

}  // namespace simcuda
