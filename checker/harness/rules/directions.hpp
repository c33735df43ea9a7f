#pragma once

#include "checker/harness/rules/rules.hpp"

namespace checker {

/// Uploads and downloads that never run at the same time, on a device that could.
[[nodiscard]] std::optional<finding> one_direction_at_a_time(const observation& seen);

/// A single copy engine takes copies as they were issued: an upload that was issued behind the
/// download of another chunk has to wait for that chunk's kernel.
[[nodiscard]] std::optional<finding> upload_behind_download(const observation& seen);

}  // namespace checker
