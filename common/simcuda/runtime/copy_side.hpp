#pragma once

#include <optional>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/copies.hpp"

namespace simcuda {

/// One end of a copy.
struct side {
    address base = 0;
    allocation* block = nullptr;  // null: ordinary host memory
    bool on_device = false;

    [[nodiscard]] timeline::memory_kind kind() const {
        using timeline::memory_kind;
        if (on_device)
            return memory_kind::none;
        return block == nullptr           ? memory_kind::pageable
               : is_managed(block->where) ? memory_kind::managed
                                          : memory_kind::pinned;
    }
    /// Whose memory it is; managed memory is everybody's.
    [[nodiscard]] unsigned device(unsigned of_stream) const {
        return block != nullptr && block->where == space::device ? block->device : of_stream;
    }
};

/// False when the range reaches beyond memory that the runtime knows.
[[nodiscard]] bool find_side(memory_map& memory, const void* p, std::uint64_t size, side& out);
/// Managed memory is on the side that the program says; the device's where it leaves that open.
void place_managed(side& s, cudaMemcpyKind kind, cudaMemcpyKind other_way);
/// Managed pages that nobody has touched yet are made where the copy writes them.
void make_pages(const side& s, std::uint64_t size);
/// Both ends of a copy, or what is wrong.
[[nodiscard]] cudaError_t find_sides(call& c, void* to, const void* from, const copy_shape& shape,
                                     cudaMemcpyKind kind, side& target, side& source);

/// A node for the call where the stream is capturing; the blocking form, which waits, is wrong
/// there.
template <class Work>
std::optional<cudaError_t> capture_instead(call& c, CUstream_st& stream, Work what,
                                           copy_style style) {
    capture_log& captures = c.on().captures();
    if (style == copy_style::blocking && captures.is_capturing(stream))
        return captures.may_touch(stream);
    return captures.take(c, stream, std::move(what));
}

}  // namespace simcuda
