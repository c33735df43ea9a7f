#pragma once

#include <optional>
#include <vector>

#include "checker/harness/rules/measured_stage.hpp"

/// A call of cudaEventElapsedTime, and what it was asked about.
namespace checker {

struct asked_time {
    operation call;
    operation from;  ///< the newest record of the first event, as it was when the call came
    operation to;    ///< that of the second

    [[nodiscard]] bool is_of_one_event() const { return call.since_event == call.event; }
    [[nodiscard]] bool is_backwards() const { return to.id < from.id; }
    /// Was it issued between the two records?
    [[nodiscard]] bool holds(const operation& op) const;
    /// From one record to the other, in whichever order.
    [[nodiscard]] double ms() const;
};

/// All of them whose events are known and were recorded.
[[nodiscard]] std::vector<asked_time> asked_times(const timeline::recording& recorded);

/// The one that the time of this stage comes from, as far as can be seen: two records with a run of
/// the stage between them, or else what was asked right after the runs.
[[nodiscard]] std::optional<asked_time> asked_for(const measured_stage& stage);

/// Runs of the stage between the two records, in order with them.
[[nodiscard]] std::vector<operation> runs_between(const measured_stage& stage,
                                                  const asked_time& asked);

/// Does other work of the device stand between the two records? Then the time is of both together,
/// and that of the stage may be what is left of it.
[[nodiscard]] bool is_of_other_work_too(const measured_stage& stage, const asked_time& asked);

/// Why the marks of this call give no time of the stage, however it is reckoned: not two marks in
/// the stream of the work, with its runs between them and nothing else. Nothing when they do.
[[nodiscard]] std::optional<finding> wrong_marks(const measured_stage& stage,
                                                 const asked_time& asked);

/// Another number of runs between the marks than the time was divided by. Nothing when it is the
/// same.
[[nodiscard]] std::optional<finding> wrong_number_of_runs(const measured_stage& stage,
                                                          const asked_time& asked);

/// What makes a time between good marks wrong: the host, or what was reckoned from it.
[[nodiscard]] finding wrong_between(const measured_stage& stage, const asked_time& asked);

/// Why a call had no time to give although the host has waited for the second event: the first may
/// still be to come, in another stream or behind the second one.
[[nodiscard]] std::optional<finding> marks_without_time(const timeline::recording& recorded);

}  // namespace checker
