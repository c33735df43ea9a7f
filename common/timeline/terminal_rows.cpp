#include "common/timeline/terminal_rows.hpp"

namespace timeline {

void row_painter::draw(canvas_line& out, int column, const lane& row, const time_axis& axis,
                       int host_columns) {
    if (row.kind == lane_kind::annotations) {
        draw_annotations(out, column, row, axis);
    } else if (row.kind == lane_kind::host) {
        draw_host(out, column, row, axis, host_columns);
    } else {
        draw_device(out, column, row, axis);
    }
}

/// Each as a measured line with its name in it, as far as there is room.
void row_painter::draw_annotations(canvas_line& out, int column, const lane& row,
                                   const time_axis& axis) const {
    for (const lane_item& item : row.items) {
        const std::int64_t start = axis.position(item.op->start);
        const std::int64_t end = axis.position(item.op->end);
        const int first = axis.cell_at(start);
        const int last = end > start ? axis.cell_at(end - 1) : first;
        const int inside = last - first - 1;
        out.put(column + first, glyphs_.line_start);
        if (inside < 0) {
            continue;
        }
        canvas_line name(inside);
        for (int i = 0; i < inside; ++i) {
            name.put(i, glyphs_.line);
        }
        name.put(0, item.op->name);
        out.put(column + first + 1, name.text(colouring::none));
        out.put(column + last, glyphs_.line_end);
    }
}

void row_painter::draw_host(canvas_line& out, int column, const lane& row, const time_axis& axis,
                            int host_columns) {
    for (const host_cell cell : raster_host(row, axis)) {
        if (host_columns-- <= 0) {
            break;
        }
        switch (cell) {
            case host_cell::idle:
                break;
            case host_cell::call:
                out.put(column, glyphs_.call);
                break;
            case host_cell::waiting:
                out.put(column, glyphs_.wait, dim);
                break;
            case host_cell::working:
                out.put(column, glyphs_.work);
                break;
        }
        seen_.call |= cell == host_cell::call;
        seen_.waiting |= cell == host_cell::waiting;
        seen_.working |= cell == host_cell::working;
        ++column;
    }
}

void row_painter::draw_device(canvas_line& out, int column, const lane& row,
                              const time_axis& axis) {
    seen_.streams |= row.kind == lane_kind::stream;
    for (const device_cell& cell : raster(row, axis).cells) {
        if (mode_ == fill_mode::shades) {
            out.put(column, glyphs_.shade(cell.busy, axis.cell_length()), shade_style);
        } else if (cell.owner != device_cell::nobody) {
            draw_owner(out, column, row, cell);
        }
        ++column;
    }
}

void row_painter::draw_owner(canvas_line& out, int column, const lane& row,
                             const device_cell& cell) {
    const lane_item& item = row.items[static_cast<std::size_t>(cell.owner)];
    const bool has_number = item.number != unnumbered;
    // In a stream it matters more what an operation is than which: a lone column shows the former.
    const bool is_stream = row.kind == lane_kind::stream;
    if (cell.first && has_number && !(is_stream && cell.only)) {
        out.put(column, number_glyph(item.number), number_style(item.number));
        seen_.numbered = true;
        return;
    }
    const text_style style = has_number ? fill_style(item.number) : plain;
    if (cell.crowded) {
        out.put(column, glyphs_.crowd, style);
        seen_.crowded = true;
    } else if (is_stream) {
        out.put(column, glyphs_.of_kind(item.op->kind), style);
    } else {
        out.put(column, glyphs_.fill(item), style);
    }
    seen_.other_work |= !has_number && item.op->kind != op_kind::host_function;
}

}  // namespace timeline
