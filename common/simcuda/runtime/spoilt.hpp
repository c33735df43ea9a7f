#pragma once

namespace simcuda {

/// Every byte of a value that a missing wait has spoilt, or that was never written: the worst
/// outcome that the rules allow. Finite and far off as a float (-2.7e7), a double (-1.4e57) and an
/// int (-875836469), so that also a program's own check finds it: `fabs(x - y) > eps` holds for no
/// NaN. As an index or a pointer it leads outside of everything.
inline constexpr unsigned char spoilt_byte = 0xcb;

}  // namespace simcuda
