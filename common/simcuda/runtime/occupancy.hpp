#pragma once

#include <cstddef>

#include "common/simcuda/runtime/device_settings.hpp"
#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// How many blocks of `threads` threads and `dynamic_shared` bytes a multiprocessor holds at once;
/// 0 when not even one fits. Rules: CUDA Programming Guide, "Hardware Multithreading" and the
/// tables of compute capabilities. Registers are no limit: a simulated kernel has no count of them.
[[nodiscard]] int resident_blocks(const machine_profile& profile, const function_settings& function,
                                  int threads, std::size_t dynamic_shared);

/// The most dynamic shared memory, in bytes, with which `blocks` blocks of `threads` threads still
/// fit on a multiprocessor; -1 when they do not even without.
[[nodiscard]] long room_for_blocks(const machine_profile& profile,
                                   const function_settings& function, int blocks, int threads);

/// What the system keeps of each block's shared memory, in bytes.
[[nodiscard]] int reserved_shared(const machine_profile& profile);

}  // namespace simcuda
