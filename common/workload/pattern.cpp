#include "common/workload/pattern.hpp"

#include "common/workload/in_parts.hpp"
#include "common/workload/recurrence.hpp"

namespace workload {
namespace {

// Multiplying by an odd number and folding the upper half into the lower one are both reversible.
constexpr affine_step spread{2654435769u, 0x7f4a7c15u};
constexpr affine_step gather = undoing(spread);

constexpr std::uint32_t fold(std::uint32_t x) {
    return x ^ (x >> 16);  // its own inverse
}

constexpr std::uint32_t mix(std::uint32_t x) {
    return fold(spread(fold(spread(x))));
}

constexpr std::uint32_t unmix(std::uint32_t x) {
    return gather(fold(gather(fold(x))));
}

static_assert(unmix(mix(0)) == 0 && unmix(mix(12345)) == 12345 && unmix(mix(~0u)) == ~0u);

}  // namespace

pattern::pattern(std::uint64_t seed)
    : offset_(mix(static_cast<std::uint32_t>(seed)) ^ mix(static_cast<std::uint32_t>(seed >> 32))) {
}

std::uint32_t pattern::value(std::size_t index) const {
    return mix(static_cast<std::uint32_t>(index) + offset_);
}

std::uint32_t pattern::index_of(std::uint32_t value) const {
    return unmix(value) - offset_;
}

void pattern::fill_some(std::span<std::uint32_t> elements, std::size_t first,
                        std::size_t stride) const {
    const std::size_t rest = first % stride;
    for (std::size_t i = rest == 0 ? 0 : stride - rest; i < elements.size(); i += stride) {
        elements[i] = value(first + i);
    }
}

void pattern::fill(std::span<std::uint32_t> elements, std::size_t first,
                   std::size_t threads) const {
    in_parts(elements.size(), threads,
             [this, elements, first](std::size_t from, std::size_t count) {
                 for (std::size_t i = from; i < from + count; ++i) {
                     elements[i] = value(first + i);
                 }
             });
}

}  // namespace workload
