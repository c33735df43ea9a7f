#pragma once

#include <functional>

#include "common/simcuda/runtime/accessor.hpp"
#include "common/simcuda/runtime/streams.hpp"

namespace simcuda {

class call;
class device;

/// Is a host function (cudaLaunchHostFunc) running on this thread? It must not call CUDA.
[[nodiscard]] bool in_host_function();
/// `c` has been called from one.
void tell_call_in_host_function(call& c);
/// Its place among the device's work; null in any other thread.
[[nodiscard]] point_ptr running_host_function();
/// What the running function does takes this long, when its turn in the stream comes.
void host_function_works(device& dev, nanoseconds duration);
/// So do its accesses; those that it has made so far.
void charge_host_function(device& dev);
/// A host thread has let the running function go on: it comes after what the host has done so far.
void host_function_learns(device& dev);

/// Runs `f` as the operation `p` on the runtime's own thread, as a driver does: the caller may hold
/// a lock that `f` wants. Returns when it has ended, or when it waits for something that only the
/// caller may be able to do. Not between an operation's order and its submission: other threads may
/// issue work meanwhile.
void run_host_function(device& dev, const point_ptr& p, site where, std::function<void()> f);
/// Enqueues `f` to run on the host between the stream's earlier and later work.
void enqueue_host_function(call& c, CUstream_st& s, std::function<void()> f);
/// Until all have ended that the host is ordered after.
void finish_host_functions(device& dev);

}  // namespace simcuda
