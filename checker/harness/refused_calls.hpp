#pragma once

#include <optional>
#include <string>

#include "checker/harness/attempt.hpp"

namespace checker {

/// The finding in the catalogue's `general` words, or in those of `with_reason` where the device
/// knows why it has refused the call.
[[nodiscard]] finding finding_about(const failed_call& call, const std::string& general,
                                    const std::string& with_reason);

/// The call that the returned error comes from.
[[nodiscard]] finding failed_call_of(const attempt& run);

/// The first call that was to give something back and failed. Null: what was given back was there.
[[nodiscard]] const failed_call* failed_giving_back(const attempt& run);

/// A call that the device refused and that the function, which returned success, did not look at,
/// if it would have moved or prepared data.
[[nodiscard]] std::optional<finding> error_ignored_in(const attempt& run);

/// cudaEventElapsedTime had no time to tell.
[[nodiscard]] std::optional<finding> time_refused_in(const attempt& run);

/// A call that was to give something back and failed, since that was not there to be given back.
[[nodiscard]] std::optional<finding> given_back_in_vain(const attempt& run, const words& when = {});

}  // namespace checker
