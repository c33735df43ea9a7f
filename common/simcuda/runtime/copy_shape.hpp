#pragma once

#include <cstdint>

#include "common/timeline/units.hpp"

namespace simcuda {

/// A copy of `slices` slices of `rows` rows of `width` bytes; an ordinary one has a single row.
/// Pitches are bytes from row to row and from slice to slice.
struct copy_shape {
    std::uint64_t width = 0, rows = 1;
    std::uint64_t to_pitch = 0, from_pitch = 0;
    std::uint64_t slices = 1;
    std::uint64_t to_slice_pitch = 0, from_slice_pitch = 0;

    [[nodiscard]] timeline::bytes total() const { return {width * rows * slices}; }
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

/// What a memset writes again and again: the lowest `size` bytes (1, 2 or 4) of `value`.
struct fill_pattern {
    unsigned value = 0;
    unsigned size = 1;
};

}  // namespace simcuda
