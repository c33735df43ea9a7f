#pragma once

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/copy_shape.hpp"

namespace simcuda {

/// When a copy reads its source; cudaMemcpyBatchAsync asks the program to say so.
enum class source_access : std::uint8_t { as_documented, in_stream_order, during_call, any_time };

/// The two families of copy functions, for which CUDA's pages promise different things; and a
/// graph's node, for which the host neither waits nor works.
enum class copy_style : std::uint8_t { blocking, async, node };

/// cudaMemcpy and its relatives. What returning promises, and what merely happens, follows "API
/// synchronization behavior" of the CUDA runtime API: see the comments at each case.
cudaError_t copy(call& c, void* to, const void* from, const copy_shape& shape, cudaMemcpyKind kind,
                 CUstream_st* stream, copy_style style,
                 source_access when = source_access::as_documented);

/// cudaMemset and its relatives.
cudaError_t fill(call& c, void* to, const fill_pattern& pattern, const copy_shape& shape,
                 CUstream_st* stream, copy_style style);

/// What is wrong with the arguments of a copy or memset; cudaSuccess: nothing.
[[nodiscard]] cudaError_t check_copy(call& c, void* to, const void* from, const copy_shape& shape,
                                     cudaMemcpyKind kind);
[[nodiscard]] cudaError_t check_fill(call& c, void* to, const copy_shape& shape);

}  // namespace simcuda
