#pragma once

namespace simcuda {

/// Arranges that a program without a checker tells its defects when it ends, however it ends: text
/// on stderr, JSON into the file that SIMCUDA_REPORT names, exit status 86 for any defect when
/// SIMCUDA_STRICT is 1.
void report_at_exit();

}  // namespace simcuda
