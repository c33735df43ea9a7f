#pragma once

#include <string>
#include <vector>

#include "common/simcuda/runtime/annotations.hpp"
#include "common/simcuda/runtime/places.hpp"
#include "common/simcuda/runtime/scheduler.hpp"
#include "common/timeline/operation.hpp"

namespace simcuda {

/// Keeps operations while a recording is on; costs nothing otherwise.
class recorder {
public:
    void start();
    /// A number for the next call of the program, shared with the work that the call starts.
    [[nodiscard]] std::uint64_t next_correlation() { return ++correlation_; }
    [[nodiscard]] bool on() const { return on_; }

    /// Device work: its times come from `time` once it is done. Zero when no recording is on.
    std::uint64_t add_device(timeline::operation o, const void* pc);
    void set_time(std::uint64_t id, const task_ptr& time);
    /// What the host did; its times are known.
    void add_host(timeline::operation o, const void* pc);

    void add_annotation(const annotation& a, nanoseconds end);

    [[nodiscard]] timeline::recording take(place_finder& places, const scheduler& order);

private:
    void renumber(timeline::operation& o) const;

    struct entry {
        timeline::operation operation;
        task_ptr time;
        const void* pc;
    };
    bool on_ = false;
    std::uint64_t correlation_ = 0;
    // Numbers go on from one recording to the next: work may wait for what is older than this one.
    std::uint64_t first_id_ = 1;
    std::uint64_t next_id_ = 1;
    std::vector<entry> entries_;
};

}  // namespace simcuda
