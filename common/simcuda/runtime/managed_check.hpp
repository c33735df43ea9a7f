#pragma once

#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda {

class device;

/// Where the host must not touch managed memory beside a working device (concurrentManagedAccess
/// is 0), reports that it does. Memory that is attached to one stream waits for that stream alone,
/// and what is attached to the host for none. Source: CUDA Runtime API, cudaStreamAttachMemAsync.
void check_host_may_touch(device& dev, const allocation& block, access how, const void* pc);

}  // namespace simcuda
