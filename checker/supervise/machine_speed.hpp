#pragma once

namespace checker {

/// How many times longer than the reference machine this one takes for a fixed piece of work, never
/// below 1 nor above 20. Processor time is measured, so that a busy machine does not look slow.
/// Takes about 30 ms.
[[nodiscard]] double machine_factor();

}  // namespace checker
