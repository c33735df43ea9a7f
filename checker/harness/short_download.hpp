#pragma once

#include "checker/harness/attempt.hpp"

namespace checker {

/// The finding itself, or a better one: output is missing since the copies of one line have brought
/// as many bytes as it has elements.
[[nodiscard]] finding or_short_download(finding wrong, const attempt& run, std::size_t count);

}  // namespace checker
