#pragma once

#include "common/timeline/axis.hpp"
#include "common/timeline/canvas.hpp"
#include "common/timeline/glyphs.hpp"
#include "common/timeline/lanes.hpp"
#include "common/timeline/raster.hpp"

namespace timeline {

/// How device work is drawn: one by one, or as the busy share of each column.
enum class fill_mode : std::uint8_t { numbers, shades };

/// What occurs in a drawing, and so has to stand in its legend.
struct occurrences {
    bool numbered = false, crowded = false, other_work = false, streams = false;
    bool call = false, waiting = false, working = false;
};

/// Draws lanes into lines and keeps what occurred.
class row_painter {
public:
    row_painter(const glyph_set& glyphs, fill_mode mode) : glyphs_(glyphs), mode_(mode) {}

    /// Draws the lane's time from `column` on; of the host's lane no more than `host_columns`.
    void draw(canvas_line& out, int column, const lane& row, const time_axis& axis,
              int host_columns);

    [[nodiscard]] const occurrences& seen() const { return seen_; }

private:
    void draw_annotations(canvas_line& out, int column, const lane& row,
                          const time_axis& axis) const;
    void draw_host(canvas_line& out, int column, const lane& row, const time_axis& axis,
                   int host_columns);
    void draw_device(canvas_line& out, int column, const lane& row, const time_axis& axis);
    void draw_owner(canvas_line& out, int column, const lane& row, const device_cell& cell);

    const glyph_set& glyphs_;
    fill_mode mode_;
    occurrences seen_;
};

}  // namespace timeline
