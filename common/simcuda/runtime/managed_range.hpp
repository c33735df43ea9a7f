#pragma once

#include <driver_types.h>

#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

/// The pages of a part of a managed block or variable.
class managed_range {
public:
    /// Empty when [p, p + size) is nothing, or not all managed memory of one block.
    [[nodiscard]] static managed_range find(memory_map& memory, const void* p, std::uint64_t size);

    [[nodiscard]] bool empty() const { return first_ == last_; }
    [[nodiscard]] managed_page* begin() const { return first_; }
    [[nodiscard]] managed_page* end() const { return last_; }

private:
    managed_page* first_ = nullptr;
    managed_page* last_ = nullptr;
};

/// The place that a program names. cudaErrorInvalidDevice for a device that is not there,
/// cudaErrorInvalidValue for what is no place.
[[nodiscard]] cudaError_t residence_of(const cudaMemLocation& location, residence& out);

// The same places as the attributes of a range tell them.
[[nodiscard]] int id_of(residence where);
[[nodiscard]] int type_of(residence where);

}  // namespace simcuda
