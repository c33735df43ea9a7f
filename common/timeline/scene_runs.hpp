#pragma once

#include <cstddef>
#include <vector>

#include "common/timeline/scene.hpp"

namespace timeline {

/// One thing to paint: a mark, or marks too small and too near each other to be told apart.
struct scene_run {
    const scene_mark* first = nullptr;
    std::size_t count = 1;
    double from = 0;  ///< pixels from the plot's left edge
    double to = 0;
    double busy = 1;        ///< how much of the width the marks cover, 0 to 1
    bool is_mixed = false;  ///< marks of several looks
    int diagnosis = 0;      ///< of the first mark that has one
};

/// The lane's marks as they can be seen when `span` is `width` pixels wide, in the order of
/// painting: no more runs than pixels allow, however many marks there are.
[[nodiscard]] std::vector<scene_run> runs_of(const scene_lane& row, nanoseconds span, double width);

/// No length of their own: they are painted as a sign of fixed size.
[[nodiscard]] bool is_sign(look as);

}  // namespace timeline
