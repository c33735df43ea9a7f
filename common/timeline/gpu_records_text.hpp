#pragma once

#include <iosfwd>

#include "common/timeline/gpu_records.hpp"

/// Records of a GPU run as text, one a line, to be kept and converted again elsewhere:
///
///     stream 1 0 0 stream 1                          id non_blocking priority name
///     call 7 plain 1 0 8388608 100 2600 12 lab.cu cudaMemcpyAsync
///              correlation role stream event bytes start end line file name
///     work 7 copy_h2d 13 0 8388608 pinned 3000 159000 -
///              correlation kind stream device bytes memory start end name
///
/// Times are nanoseconds. A stream of 4294967295 is none; a file or name of "-" is empty.
namespace timeline {

void write_text(std::ostream& out, const gpu_records& records);

/// Throws std::invalid_argument that names the line.
[[nodiscard]] gpu_records read_gpu_records(std::istream& in);

}  // namespace timeline
