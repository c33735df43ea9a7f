#pragma once

#include <functional>

#include "common/simcuda/runtime/accessor.hpp"

struct CUstream_st;

namespace simcuda {

class call;
class device;

/// Is a host function (cudaLaunchHostFunc) running on this thread? It must not call CUDA.
[[nodiscard]] bool in_host_function();

/// Runs `f` as operation `who` on the runtime's own thread, as a driver does: the caller may hold a
/// lock that `f` wants. Returns when it has ended, or after a moment's patience if it waits for
/// something that only the caller can do. Not between an operation's order and its submission:
/// other threads may issue work meanwhile.
void run_host_function(device& dev, stamp who, const site* where, const vector_clock& known,
                       std::function<void()> f);
/// Enqueues `f` to run on the host between the stream's earlier and later work.
void enqueue_host_function(call& c, CUstream_st& s, std::function<void()> f);
/// Until all have ended that the host is ordered after.
void finish_host_functions(device& dev);

}  // namespace simcuda
