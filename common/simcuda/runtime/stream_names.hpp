#pragma once

#include <map>
#include <string>

#include "common/simcuda/runtime/places.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

/// What the program calls its streams: the variable that cudaStreamCreate was given, read off the
/// source line of that call. "stream up" where the name is one stream's alone, "stream 3 (s[i])"
/// where several share it. Where the source tells nothing, the name that NVTX was told, or "stream
/// 3".
[[nodiscard]] std::map<timeline::stream_id, std::string> stream_names(const scheduler& order,
                                                                      place_finder& places);

/// Only the variables; empty where the source tells nothing.
[[nodiscard]] std::map<timeline::stream_id, std::string> stream_variables(const scheduler& order,
                                                                          place_finder& places);

/// "stream up", or "stream 3 (stream)" where the variable is called that.
[[nodiscard]] std::string stream_called(std::string_view name, timeline::stream_id number);

/// The text between the `&` and the end of the first argument of the `index`-th (from 0) call of
/// cudaStreamCreate... in a line of source; empty if there is none.
[[nodiscard]] std::string created_stream(std::string_view line, std::size_t index);

}  // namespace simcuda
