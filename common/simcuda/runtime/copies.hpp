#pragma once

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {

/// A copy of `rows` rows of `width` bytes; an ordinary one has a single row. Pitches in bytes.
struct copy_shape {
    std::uint64_t width = 0, rows = 1;
    std::uint64_t to_pitch = 0, from_pitch = 0;

    [[nodiscard]] bytes total() const { return {width * rows}; }
    [[nodiscard]] static copy_shape flat(std::uint64_t size) { return {size, 1, size, size}; }
};

/// The two families of copy functions; CUDA's pages promise different things for them.
enum class copy_style : std::uint8_t { blocking, async };

/// cudaMemcpy and its relatives. What returning promises, and what merely happens, follows "API
/// synchronization behavior" of the CUDA runtime API: see the comments at each case.
cudaError_t copy(call& c, void* to, const void* from, const copy_shape& shape, cudaMemcpyKind kind,
                 CUstream_st* stream, copy_style style);

/// cudaMemset and its relatives.
cudaError_t fill(call& c, void* to, int value, const copy_shape& shape, CUstream_st* stream,
                 copy_style style);

}  // namespace simcuda
