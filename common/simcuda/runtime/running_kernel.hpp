#pragma once

#include <driver_types.h>

#include <cstdint>
#include <string>

#include "common/simcuda/runtime/memory_map.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

class block_runner;
class device;

struct grid_shape {
    dim3 grid, block;
    std::size_t shared_bytes = 0;  ///< dynamic
};

/// Runs all blocks of the kernel that was launched at `where`, which has its place in the order;
/// what it costs. `body_size` bytes at `body` are its arguments.
[[nodiscard]] work run_grid(const grid_shape& shape, void (*thread)(const void*), const void* body,
                            std::size_t body_size, const ticket& t, site where, device& dev);

/// Is a kernel running on this thread?
[[nodiscard]] bool in_kernel();
/// The block that runs on this thread; null outside of kernels.
[[nodiscard]] block_runner* running_block();
/// The running thread's clock, a little later at each reading.
[[nodiscard]] std::uint64_t kernel_cycles();
/// Ends the running kernel at once; the device is in error from then on. Does not return.
[[noreturn]] void stop_kernel(cudaError_t error);
[[nodiscard]] bool in_kernel_stacks(address a);

/// "Block (0, 0, 0), thread (3, 0, 0), at ..." for a report.
[[nodiscard]] std::string thread_name();

}  // namespace simcuda
