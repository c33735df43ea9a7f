#pragma once

#include <optional>
#include <set>
#include <vector>

#include "checker/harness/gpu/call_book.hpp"
#include "common/simcuda/runtime/places.hpp"

namespace checker::gpu {

/// Recordings of what ran between two moments, from the book of calls and from whoever watches the
/// device.
class run_recorder {
public:
    explicit run_recorder(device_watch& watch) : watch_(watch) {}

    void start();
    /// Waits for all work. Throws recording_lost.
    [[nodiscard]] timeline::recording take();
    /// Of the learner's work the newest in each stream that was not done by then. Waits for all
    /// work, as take does, which still gives the whole. Throws recording_lost.
    [[nodiscard]] std::vector<timeline::operation> not_done_by(nanoseconds when);

    [[nodiscard]] timeline::source_place place_of(const void* site) { return places_.of(site); }

private:
    struct finished_run {
        timeline::recording recorded;
        std::set<std::uint64_t> learners;  ///< correlations of the learner's calls
    };

    void finish();
    [[nodiscard]] timeline::gpu_call call_of(const noted_call& noted);

    device_watch& watch_;
    simcuda::place_finder places_;
    std::optional<finished_run> finished_;
};

}  // namespace checker::gpu
