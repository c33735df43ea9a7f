#pragma once

#include <driver_types.h>

#include <string>

#include "common/simcuda/runtime/graph.hpp"
#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

class block_runner;
class call;

/// Runs a kernel in a stream, as a graph's launch does.
void launch(call& c, CUstream_st& s, const kernel_call& k);

/// Completes `k` for the kernel at `func`: its name and its arguments, which `parameters` point to.
/// cudaErrorInvalidDeviceFunction: nobody has announced it (`announce_kernel`).
[[nodiscard]] cudaError_t bind_arguments(call& c, const void* func, void** parameters,
                                         kernel_call& k);

/// Is a kernel running on this thread?
[[nodiscard]] bool in_kernel();
/// The block that runs on this thread; null outside of kernels.
[[nodiscard]] block_runner* running_block();
/// Of the running kernel: its launch.
[[nodiscard]] site running_site();
/// The running thread's clock, a little later at each reading.
[[nodiscard]] std::uint64_t kernel_cycles();
/// Ends the running kernel at once; the device is in error from then on. Does not return.
[[noreturn]] void stop_kernel(cudaError_t error);
[[nodiscard]] bool in_kernel_stacks(address a);

/// "kernel saxpy in stream 2", and "Block (0, 0, 0), thread (3, 0, 0), at ..." for a report.
[[nodiscard]] std::string kernel_name(const site& s);
[[nodiscard]] std::string thread_name();

}  // namespace simcuda
