#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "common/timeline/operation.hpp"

namespace timeline {

/// Writes the recording in the Trace Event format, which ui.perfetto.dev and chrome://tracing open.
///
/// Process 1 is the host, process 2 the device's engines, process 3 its streams; device work is in
/// both of the latter. Slices of one track never overlap: where a lane ran several operations at
/// once, it has as many tracks ("compute", "compute (2)"). Arrows between streams and from the
/// device to a waiting host are the recorded `waits_for`. Times are microseconds with three
/// decimals, so exact in nanoseconds. Text that is not UTF-8 gets replacement characters.
void write_chrome_trace(std::ostream& out, const recording& recorded);

struct titled_trace {
    std::string title;
    const recording& recorded;
};

/// Several recordings in one trace, each from its own beginning, with processes of its own:
/// "yours: host", "yours: device engines", ...
void write_chrome_trace(std::ostream& out, const std::vector<titled_trace>& parts);

}  // namespace timeline
