#pragma once

#include <string>
#include <vector>

#include "checker/messages/words.hpp"
#include "common/timeline/operation.hpp"

namespace checker {

/// The places of these operations, each once, in their order; unknown ones are left out. At most
/// `most`, as nobody reads more.
[[nodiscard]] std::vector<timeline::source_place> known_places(
    const std::vector<timeline::operation>& operations, std::size_t most = 3);

/// "kernel advance", "cudaMemcpyAsync".
[[nodiscard]] words work_name(const timeline::operation& op);

/// "stream 2", "the legacy default stream".
[[nodiscard]] words stream_name(timeline::stream_id id);

}  // namespace checker
