#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/channel.hpp"
#include "checker/harness/finding.hpp"
#include "checker/harness/timeline_file.hpp"
#include "checker/harness/verdict.hpp"

namespace checker {

/// Leaves the check that runs: what is to be said has been said.
struct check_is_over {};

/// Collects what the checks of one lab find, and makes the verdict of it.
class lab_report {
public:
    /// Throws what catalogue::load throws.
    explicit lab_report(request asked);

    // Called around each check by the listener.
    void begin_check(const std::string& name);
    /// `is_sound` is false when an assertion of the checker itself failed or something was thrown
    /// that is not `check_is_over`: our error, not the learner's.
    void end_check(bool is_sound);

    /// What the check is doing now, in the words "while it was ...": told if the program dies
    /// there.
    void doing(const words& what);

    // Called by the check.
    /// The sentence that stands beside a passed check.
    void note(const words& sentence);
    /// One more sentence beside it, about how it was found; said once.
    void remark(const words& sentence);
    /// The learner's mistakes; leaves the check. `during` says on which input.
    [[noreturn]] void fail(const std::vector<finding>& causes, const words& during = {});
    [[noreturn]] void fail(const finding& cause, const words& during = {});
    /// The running check decides about overlap, too, although another run decides about it in
    /// other checks.
    void decides_here() { decides_here_ = true; }
    /// From here on the running check leaves that to the other run again.
    void decides_where_asked() { decides_here_ = false; }
    /// This device cannot show what the check is about; leaves the check.
    [[noreturn]] void leave_open(const words& why);
    /// What the running check gives although it fails: this share of its points (0 to 1), rounded
    /// down to a tenth of a point. So an answer that comes closer never gives less.
    void give_partly(double share);
    /// Leaves the check, which cannot be judged before `earlier` has passed: failed, or open where
    /// this device cannot show `earlier`.
    void require_passed(const std::string& earlier);

    /// The machine is this one, and not the profile that was asked for.
    void runs_on(const std::string& machine);
    /// `of` where the lab measures several things: which of them this is.
    void set_metrics(const measured_figures& figures, const words& of = {});
    void add_timeline(std::string title, timeline::recording recorded);

    [[nodiscard]] const request& asked() const { return asked_; }
    /// The seed of the data: what was asked for, and another one for each measured run.
    [[nodiscard]] std::uint64_t seed() const { return asked_.seed + run_; }
    void next_run() { run_ += 1'000'003; }
    /// The verdict as it stands, with the running check as failed.
    [[nodiscard]] verdict so_far() const;
    /// For a crash: the same with what the device has seen until now.
    [[nodiscard]] verdict so_far_with(const std::vector<finding>& causes) const;
    /// The verdict after the last check. Writes the timeline if one is wanted.
    [[nodiscard]] verdict finish();

private:
    void add_diagnosis(std::vector<diagnosis>& to, const finding& cause) const;
    [[nodiscard]] double points_of(const check_result& check) const;

    request asked_;
    catalogue messages_;
    verdict verdict_;
    std::optional<check_result> running_;
    words doing_;
    words remark_;
    bool decides_here_ = false;
    std::uint64_t run_ = 0;
    std::map<std::string, double> shares_;  ///< of checks that give points although they fail
    bool decided_ = false;                  ///< the running check has said why it does not pass
    std::vector<titled_recording> timelines_;
};

/// The report of this program's lab. One program checks one lab.
[[nodiscard]] lab_report& report();

}  // namespace checker
