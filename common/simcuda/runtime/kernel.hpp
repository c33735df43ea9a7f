#pragma once

#include <driver_types.h>

#include "common/simcuda/runtime/graph.hpp"

namespace simcuda {

class call;

/// Runs a kernel in a stream, as a graph's launch does.
void launch(call& c, CUstream_st& s, const kernel_call& k);

/// Completes `k` for the kernel at `func`: its name and its arguments, which `parameters` point to.
/// cudaErrorInvalidDeviceFunction: nobody has announced it (`announce_kernel`).
[[nodiscard]] cudaError_t bind_arguments(call& c, const void* func, void** parameters,
                                         kernel_call& k);

}  // namespace simcuda
