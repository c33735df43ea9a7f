#pragma once

#include <cstddef>
#include <vector>

#include "common/timeline/lanes.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/terminal.hpp"

namespace timeline {

/// A recording, ready to be drawn.
struct prepared_panel {
    const panel* source = nullptr;
    overlap_figures figures;
    std::vector<lane> lanes;  ///< those that the options ask for
    std::size_t streams_left_out = 0;
    interval measured;  ///< what the elapsed time is that of
    interval extent;    ///< of everything recorded, host included
    nanoseconds length{0};
};

[[nodiscard]] prepared_panel prepare(const panel& source, const drawing_options& options);

/// The label of a lane in the options' words.
[[nodiscard]] std::string label_of(const lane& row, const drawing_words& words);

/// The columns of a drawing, from left to right.
struct drawing_layout {
    int label = 0;
    int plot = 1;
    int busy = 0;  ///< none in a narrow drawing: the time axis needs them more
};

[[nodiscard]] drawing_layout lay_out(const std::vector<prepared_panel>& panels,
                                     const drawing_options& options);

}  // namespace timeline
