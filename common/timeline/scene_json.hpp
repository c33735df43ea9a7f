#pragma once

#include <nlohmann/json.hpp>

#include "common/timeline/scene.hpp"

namespace timeline {

/// The scene for a page's script, small enough for ten thousand operations: each operation once, as
/// a list, and lanes that name them by index.
///
///     { "span": 604000,
///       "panels": [{ "title": "yours", "note": "2.78x as fast", "measured": [0, 217000],
///         "lanes": [{"kind": "h2d", "label": "H2D", "busy": 0.81, "tracks": 1,
///                    "marks": [0, 3, 6], "track": {"6": 1}}],
///         "operations": [["h2d", start, end, "cudaMemcpyAsync", number, stream, bytes, memory,
///                         "lab.cu:45", diagnosis]],
///         "arrows": [[lane, mark, lane, mark]] }] }
///
/// Times are nanoseconds since the panel's origin. What an operation does not have is null, and
/// nulls at the end of its list are left out.
[[nodiscard]] nlohmann::ordered_json to_json(const scene& what);

}  // namespace timeline
