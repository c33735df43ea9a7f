#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "common/timeline/operation.hpp"

/// Recordings as JSON. Reading back what was written gives an equal recording.
///
///     { "schema": 1,
///       "streams": [{"id": 1, "name": "stream 1", "non_blocking": false, "priority": 0}],
///       "operations": [{"id": 1, "correlation": 7, "kind": "copy_h2d", "name": "cudaMemcpyAsync",
///                       "stream": 1, "start_ns": 0, "end_ns": 156000, "bytes": 8388608,
///                       "host_memory": "pinned", "event": 4, "waits_for": [3],
///                       "where": {"file": "lab.cu", "line": 12}}] }
///
/// `stream` is "host" for what the host did. `bytes`, `host_memory`, `event`, `waits_for` and
/// `where` are left out when they say nothing. Keys keep this order. Text that is not UTF-8 (a
/// file name can be anything) is written with replacement characters.
namespace timeline {

inline constexpr int recording_schema = 1;

/// What was wrong with a JSON recording, and where in it.
class json_error : public std::runtime_error {
public:
    /// `place` is a path such as "operations[12].kind", or a line and column of the text.
    json_error(const std::string& place, const std::string& problem)
        : std::runtime_error(place + ": " + problem), place_(place) {}

    [[nodiscard]] const std::string& place() const { return place_; }

private:
    std::string place_;
};

/// The words used in JSON: "copy_h2d", "pinned".
[[nodiscard]] std::string_view json_name(op_kind kind);
[[nodiscard]] std::string_view json_name(memory_kind kind);

[[nodiscard]] nlohmann::ordered_json to_json(const operation& op);
[[nodiscard]] nlohmann::ordered_json to_json(const stream_info& stream);
[[nodiscard]] nlohmann::ordered_json to_json(const recording& recorded);

/// Writes the recording with one operation a line, so that two of them can be compared by diff.
void write_json(std::ostream& out, const recording& recorded);

/// Reads a recording that stands alone or inside a larger report: other keys beside `schema`,
/// `streams` and `operations` are left to their owners, unknown keys inside those are errors.
/// Throws json_error for anything that is not a recording: wrong types, fractions, unknown words,
/// ids that repeat or descend, an end before its start, an operation that waits for itself.
/// A wait for an id that is not in the recording is kept: the work may lie before its beginning.
[[nodiscard]] recording recording_from(const nlohmann::ordered_json& json);

/// The same from text; text that is not JSON is a json_error with line and column.
[[nodiscard]] recording parse_recording(std::string_view text);

}  // namespace timeline
