#pragma once

#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda {

class call;
class device;

enum class usage : std::uint8_t { over, in_use };

/// Reports device work that may still use the block, unless `known` is known to come after it.
/// `freeing` is what gives the block back.
usage check_not_in_use(device& dev, const allocation& block, const access_side& freeing,
                       const vector_clock& known);
/// The same where the host gives it back, at `pc`.
usage check_not_in_use(device& dev, const allocation& block, const void* pc);

/// A copy is asked to work on memory that was freed in the order of a stream: no error is promised
/// for that, since the pool may still have it.
void tell_if_gone(call& c, const void* p, access how);

/// The program frees ordinary host memory: the same check where a copy has used it, and its history
/// is forgotten. Cheap for memory that no copy ever met.
void before_free(void* p, const void* pc);
void before_free(void* p, std::uint64_t size, const void* pc);

}  // namespace simcuda
