#pragma once

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

class device;

/// Reports device work that may still use the block, unless the host is known to come after it.
void check_not_in_use(device& dev, const allocation& block, const vector_clock& known,
                      const void* pc);

/// The program frees ordinary host memory: the same check where a copy has used it, and its history
/// is forgotten. Cheap for memory that no copy ever met.
void before_free(void* p, const void* pc);

}  // namespace simcuda
