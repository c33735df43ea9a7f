#pragma once

#include "checker/harness/rules/rules.hpp"

namespace checker {

/// Uploads and downloads that never run at the same time, on a device that could.
[[nodiscard]] std::optional<finding> one_direction_at_a_time(const observation& seen);

/// Downloads issued before the next chunk's upload. A single copy engine takes copies in the order
/// of the calls: it waits for the download's kernel, and the upload behind it waits, too.
[[nodiscard]] std::optional<finding> download_before_the_next_upload(const observation& seen);

}  // namespace checker
