#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/timeline/units.hpp"

namespace simcuda {

using timeline::nanoseconds;

/// The hardware that runs a task. `none` is for markers, which take no time; `peer` is a copy from
/// one device to another, for which both need a copy engine.
enum class engine : std::uint8_t { none, h2d, d2h, compute, host_functions, peer };

/// The end of the last of some work, by the engine that did it; the earliest time there is where an
/// engine did none of it.
class finished {
public:
    void add(engine where, nanoseconds end);
    void add(const finished& other);
    /// When another engine than `mine` has heard of all that it did not do itself, `hand_over`
    /// after its end.
    [[nodiscard]] nanoseconds known_to(engine mine, nanoseconds hand_over) const;

private:
    static constexpr std::size_t engines_that_tell = 3;  // h2d, d2h, compute
    std::array<std::optional<nanoseconds>, engines_that_tell> ends_;
};

}  // namespace simcuda
