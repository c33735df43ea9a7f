#pragma once

#include <functional>
#include <optional>

#include "checker/harness/attempt.hpp"

namespace checker {

/// Runs a small case of the lab on a device that was started afresh.
using lab_case = std::function<attempt()>;

/// Lets every call of the learner's function fail once, one at a time, except those that only give
/// something back: the function must return that call's error and leave nothing behind. The first
/// case that does not is the finding. `doing` is told what is about to be tried.
[[nodiscard]] std::optional<finding> error_not_passed_on(
    device_session& device, const lab_case& run,
    const std::function<void(const std::string&)>& doing);

/// How many calls the last error_not_passed_on could let fail, in words: "9 calls".
[[nodiscard]] std::string calls_that_can_fail(device_session& device, const lab_case& run);

}  // namespace checker
