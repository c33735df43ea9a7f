#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/device_session.hpp"
#include "checker/harness/finding.hpp"
#include "common/timeline/interval.hpp"

namespace checker {

/// One call of the learner's function and what came of it.
struct attempt {
    cudaError_t returned = cudaSuccess;
    std::optional<std::string> exception;  ///< what it said, if one came out
    std::optional<finding> misuse;  ///< of what the caller had handed over; an exception, too
    timeline::recording recorded;
    std::vector<device_defect> defects;
    std::vector<failed_call> failed;
    std::vector<timeline::operation> pending;  ///< when the function returned
    holdings before;
    holdings after;
    std::vector<held_thing> kept;  ///< what makes the difference, where the device can tell
    call_counts calls;             ///< of the functions that failures were planned for
};

/// What to do between the function's return and the look at the defects: reading its results.
using after_return = std::function<void()>;

/// Calls the function once. Never throws for what it does; a crash is reported by the program's
/// guard. Afterwards the device has nothing more to do.
[[nodiscard]] attempt run_once(device_session& device, const std::function<cudaError_t()>& learner,
                               const after_return& read_results = {});

/// The causes in what the device saw, in the error returned, and in work left pending: in this
/// order, and only the first kind that there is. Empty when the run was in order.
[[nodiscard]] std::vector<finding> causes_in(const attempt& run);

}  // namespace checker
