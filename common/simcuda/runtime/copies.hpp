#pragma once

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {

/// A copy of `slices` slices of `rows` rows of `width` bytes; an ordinary one has a single row.
/// Pitches are bytes from row to row and from slice to slice.
struct copy_shape {
    std::uint64_t width = 0, rows = 1;
    std::uint64_t to_pitch = 0, from_pitch = 0;
    std::uint64_t slices = 1;
    std::uint64_t to_slice_pitch = 0, from_slice_pitch = 0;

    [[nodiscard]] bytes total() const { return {width * rows * slices}; }
    /// Last byte + 1, relative to the first.
    [[nodiscard]] std::uint64_t to_extent() const {
        return (slices - 1) * to_slice_pitch + (rows - 1) * to_pitch + width;
    }
    [[nodiscard]] std::uint64_t from_extent() const {
        return (slices - 1) * from_slice_pitch + (rows - 1) * from_pitch + width;
    }
    /// Calls f(offset in the target, offset in the source) for each row.
    template <class F>
    void each_row(F f) const {
        for (std::uint64_t slice = 0; slice < slices; ++slice) {
            for (std::uint64_t row = 0; row < rows; ++row)
                f(slice * to_slice_pitch + row * to_pitch,
                  slice * from_slice_pitch + row * from_pitch);
        }
    }
    [[nodiscard]] static copy_shape flat(std::uint64_t size) { return {size, 1, size, size}; }
};

/// When a copy reads its source; cudaMemcpyBatchAsync asks the program to say so.
enum class source_access : std::uint8_t { as_documented, in_stream_order, during_call, any_time };

/// The two families of copy functions; CUDA's pages promise different things for them.
enum class copy_style : std::uint8_t { blocking, async };

/// cudaMemcpy and its relatives. What returning promises, and what merely happens, follows "API
/// synchronization behavior" of the CUDA runtime API: see the comments at each case.
cudaError_t copy(call& c, void* to, const void* from, const copy_shape& shape, cudaMemcpyKind kind,
                 CUstream_st* stream, copy_style style,
                 source_access when = source_access::as_documented);

/// cudaMemset and its relatives.
cudaError_t fill(call& c, void* to, int value, const copy_shape& shape, CUstream_st* stream,
                 copy_style style);

}  // namespace simcuda
