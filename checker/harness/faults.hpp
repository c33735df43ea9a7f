#pragma once

#include <functional>
#include <optional>

#include "checker/harness/attempt.hpp"

namespace checker {

/// Runs a small case of the lab on a device that was started afresh.
using lab_case = std::function<attempt()>;

/// What a lab's contract says of device work when the function returns with an error.
enum class after_error : bool { work_may_go_on, no_work_under_way };

/// Lets every call of the learner's function fail once, one at a time, except those that only give
/// something back: the function must return that call's error and leave nothing behind. The first
/// case that does not is the finding; where the lab asks for it, so is work left under way, except
/// after a failed wait. `doing` is told what is about to be tried.
[[nodiscard]] std::optional<finding> error_not_passed_on(
    device_session& device, const lab_case& run, after_error asked,
    const std::function<void(const words&)>& doing);

/// How many calls error_not_passed_on lets fail.
[[nodiscard]] int calls_that_can_fail(device_session& device, const lab_case& run);

}  // namespace checker
