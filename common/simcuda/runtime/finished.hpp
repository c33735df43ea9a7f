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

/// When the last of some work was over, by the engine that did it.
class finished {
public:
    void add(engine where, nanoseconds end);
    void add(const finished& other);
    /// When `mine` has heard of all that other engines did, of each `hand_over` after its end; 0 if
    /// they did none of it.
    [[nodiscard]] nanoseconds known_to(engine mine, nanoseconds hand_over) const;

private:
    static constexpr std::size_t engines_that_tell = 3;  // h2d, d2h, compute
    std::array<std::optional<nanoseconds>, engines_that_tell> ends_;
};

}  // namespace simcuda
