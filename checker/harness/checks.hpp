#pragma once

#include <functional>
#include <optional>
#include <string>

#include "checker/harness/attempt.hpp"
#include "checker/harness/block_job.hpp"
#include "checker/harness/comparison.hpp"
#include "checker/harness/faults.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/rules/rules.hpp"
#include "checker/harness/second_opinion.hpp"
#include "checker/harness/the_device.hpp"

/// The checks that labs have in common, so that a lab's file says only what is special about it.
/// Each runs inside a TEST_CASE and leaves it at the first mistake of the learner's.
namespace checker {

/// A case of the lab on a fresh device: makes its job, calls the learner's function, fails the
/// check for wrong results, and returns the run.
using sized_case = std::function<attempt(const job_size&)>;

/// Right results at every telling size.
void check_results(const std::vector<job_size>& sizes, const sized_case& run);

/// Every call's error is passed on, and nothing is left behind when it happens.
void check_errors(const lab_case& run, after_error asked = after_error::work_may_go_on);

/// Nothing is left behind when all goes well.
void check_nothing_left(const lab_case& run);

/// Leaves the check open where the device cannot show overlap at all.
void require_overlap();

/// Leaves the check open on a device that does not copy in both directions beside a kernel: for
/// what can only be shown there.
void require_copies_both_ways();

/// Leaves the check open where the host's calls for a chunk take longer than all that the device
/// has to do for it: what overlaps there does not show in the time. `calls`: how many times the
/// time of two copies and a launch they take in this lab.
void require_long_stages(const stage_times& stages, double calls = 1);

/// Times that stay too different from one another decide nothing. Leaves the check open.
void require_steady(const comparison& c);

/// There is a way to go from the serial time to the bound, and nobody went further: where that is
/// not so, the bound is wrong on this device, and nothing is given for it. Leaves the check open.
void require_gap(const comparison& c);

/// Fails the check with the first of these rules that finds something.
void check_rules(const std::vector<rule>& rules, const observation& seen);

}  // namespace checker
