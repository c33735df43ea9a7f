#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// The data of all labs. Every element differs from every other and tells where it belongs, so that
/// a result can be traced to the element that it was made from.
namespace workload {

/// What the outputs hold before a run. Unlike any byte pattern that memory gets by itself.
inline constexpr std::uint32_t poison = 0xa5c35a3cu;
/// What the simulated device leaves where the order of two operations is open.
inline constexpr std::uint32_t race_poison = 0xcbcbcbcbu;

class pattern {
public:
    explicit pattern(std::uint64_t seed);

    [[nodiscard]] std::uint32_t value(std::size_t index) const;
    /// The element that has this value. Exact: the values of all 2^32 indices differ.
    [[nodiscard]] std::uint32_t index_of(std::uint32_t value) const;

    /// Writes the values of the elements from `first` on.
    void fill(std::span<std::uint32_t> elements, std::size_t first, std::size_t threads = 1) const;
    /// Only those of them whose index is a multiple of `stride`; the others stay as they are.
    void fill_some(std::span<std::uint32_t> elements, std::size_t first, std::size_t stride) const;

private:
    std::uint32_t offset_;
};

}  // namespace workload
