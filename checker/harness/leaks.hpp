#pragma once

#include <optional>

#include "checker/harness/attempt.hpp"

namespace checker {

/// Is there more of anything than before?
[[nodiscard]] bool holds_more(const holdings& before, const holdings& after);

/// What the run left behind: buffers, streams, events that did not exist before it. `when` goes on
/// from "still exist when your function returns".
[[nodiscard]] std::optional<finding> leak_in(const attempt& run, const words& when = {});

}  // namespace checker
