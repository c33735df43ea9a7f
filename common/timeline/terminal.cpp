#include "common/timeline/terminal.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "common/timeline/axis.hpp"
#include "common/timeline/glyphs.hpp"
#include "common/timeline/raster.hpp"
#include "common/timeline/terminal_panel.hpp"
#include "common/timeline/terminal_rows.hpp"

namespace timeline {

namespace {

std::vector<prepared_panel> prepare_all(const std::vector<panel>& panels,
                                        const drawing_options& options) {
    std::vector<prepared_panel> result;
    result.reserve(panels.size());
    for (const panel& each : panels) {
        result.push_back(prepare(each, options));
    }
    return result;
}

nanoseconds longest_of(const std::vector<prepared_panel>& panels) {
    nanoseconds result{1};
    for (const prepared_panel& each : panels) {
        result = std::max(result, each.length);
    }
    return result;
}

/// Numbers as long as nearly all the time belongs to operations that can be seen; otherwise shades,
/// in all lanes, so that one legend explains the whole drawing.
fill_mode mode_for(const std::vector<prepared_panel>& panels, nanoseconds span, int columns) {
    for (const prepared_panel& each : panels) {
        const time_axis axis(each.extent.start, span, columns);
        for (const lane& row : each.lanes) {
            if (row.kind == lane_kind::host || row.kind == lane_kind::annotations) {
                continue;
            }
            const device_row cells = raster(row, axis);
            if (cells.hidden > (cells.hidden + cells.drawn) / 8) {
                return fill_mode::shades;
            }
        }
    }
    return fill_mode::numbers;
}

/// A sign and what it stands for, if it occurs.
struct legend_entry {
    bool wanted;
    const std::string& sign;
    const std::string& word;
};

class drawing {
public:
    drawing(const std::vector<panel>& panels, const drawing_options& options)
        : options_(options),
          words_(options.words),
          glyphs_(glyphs_for(options.characters)),
          panels_(prepare_all(panels, options)),
          span_(longest_of(panels_)),
          layout_(lay_out(panels_, options)),
          mode_(mode_for(panels_, span_, layout_.plot)),
          rows_(glyphs_, mode_) {}

    std::string text() {
        for (const prepared_panel& each : panels_) {
            if (&each != &panels_.front()) {
                emit(line());
            }
            draw_panel(each);
        }
        const auto has_operations = [](const prepared_panel& each) {
            return !each.source->recorded.operations.empty();
        };
        if (std::any_of(panels_.begin(), panels_.end(), has_operations)) {
            draw_axis();
            draw_legend();
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] canvas_line line() const { return canvas_line(options_.width); }

    void emit(const canvas_line& finished) {
        result_ += finished.text(options_.colours);
        result_ += '\n';
    }

    [[nodiscard]] time_axis axis_of(const prepared_panel& each) const {
        return {each.extent.start, span_, layout_.plot};
    }

    void put_label(canvas_line& out, int column, const std::string& label, text_style style) const {
        const int room = std::max(0, layout_.label - 1);
        canvas_line cut(room);
        cut.put(column, label);
        if (column + width_of(label) > room) {
            cut.put(room - 1, glyphs_.cut);
        }
        out.put(0, cut.text(colouring::none), style);
    }

    void put_right(canvas_line& out, const std::string& text, text_style style) const {
        out.put(options_.width - width_of(text), text, style);
    }

    void draw_panel(const prepared_panel& each) {
        draw_title(each);
        for (const lane& row : each.lanes) {
            canvas_line out = line();
            put_label(out, 2, label_of(row, words_), plain);
            rows_.draw(out, layout_.label, row, axis_of(each), host_columns_of(each));
            draw_busy(out, row, each);
            emit(out);
        }
        if (each.streams_left_out > 0) {
            canvas_line out = line();
            out.put(2, fmt::format("+ {} {}", each.streams_left_out, words_.more_streams), dim);
            emit(out);
        }
    }

    /// What the host does after the measured time, such as giving back, is no part of it: a lane
    /// that goes on past the line above would look like more time.
    [[nodiscard]] int host_columns_of(const prepared_panel& each) const {
        return each.measured.length().count() > 0
                   ? std::max(1, axis_of(each).nearest_boundary(each.measured.end))
                   : layout_.plot;
    }

    /// What stands behind the elapsed time, and what of it a narrow drawing keeps.
    struct side_note {
        std::string text;
        std::string brief;
    };

    [[nodiscard]] side_note note_of(const prepared_panel& each) const {
        const nanoseconds first = panels_.front().measured.length();
        const nanoseconds own = each.measured.length();
        const bool is_given = !each.source->note.empty() || &each == &panels_.front() ||
                              first.count() <= 0 || own.count() <= 0;
        const std::string text =
            is_given ? each.source->note
                     : fmt::format("{:.2f}{}", share_of(first, own), words_.as_fast);
        const bool is_factor = !text.empty() && text.ends_with(words_.as_fast);
        return {text, is_factor ? text.substr(0, text.size() - words_.as_fast.size()) + "x" : ""};
    }

    /// The title and, as in a technical drawing, a measured line along what the elapsed time is
    /// that of.
    void draw_title(const prepared_panel& each) {
        canvas_line out = line();
        put_label(out, 0, each.source->title, bold);
        const side_note note = note_of(each);
        if (each.source->recorded.operations.empty()) {
            out.put(layout_.label, note.text.empty() ? words_.nothing : note.text, dim);
        } else if (each.measured.length().count() > 0) {
            draw_measure(out, each, note);
        } else {
            out.put(layout_.label, note.text);
        }
        if (layout_.busy > 0 && each.measured.length().count() > 0) {
            put_right(out, words_.busy, dim);
        }
        emit(out);
    }

    void draw_measure(canvas_line& out, const prepared_panel& each, const side_note& beside) const {
        const std::string& note = beside.text;
        const time_axis axis = axis_of(each);
        const int from = layout_.label + axis.nearest_boundary(each.measured.start);
        const int to = std::max(from + 1, layout_.label + axis.nearest_boundary(each.measured.end));
        const int limit = layout_.label + layout_.plot;
        std::string elapsed = readable(each.measured.length(), options_.characters);
        int after = to + 1;

        const bool note_fits = !note.empty() && after + width_of(note) <= limit;
        const bool goes_inside =
            !note.empty() && !note_fits && width_of(elapsed + note) + 8 <= to - from;
        if (goes_inside) {
            elapsed += ", " + note;
        }
        for (int column = from; column < to; ++column) {
            out.put(column, glyphs_.line, dim);
        }
        out.put(to - 1, glyphs_.line_end, dim);
        out.put(from, glyphs_.line_start, dim);
        if (const int room = to - from - width_of(elapsed); room >= 6) {
            out.put(from + room / 2 - 1, " " + elapsed + " ", bold);
        } else if (after + width_of(elapsed) <= limit) {
            after = out.put(after, elapsed, bold) + 2;
        }
        const auto fits_behind = [&](const std::string& text) {
            return !goes_inside && after + width_of(text) <= limit;
        };
        if (fits_behind(note)) {
            out.put(after, note, bold);
        } else if (fits_behind(beside.brief)) {
            out.put(after, beside.brief, bold);
        }
    }

    void draw_busy(canvas_line& out, const lane& row, const prepared_panel& each) const {
        // The figures are those of all devices together.
        if (layout_.busy == 0 || each.figures.elapsed().count() <= 0 || row.device != 0) {
            return;
        }
        const auto put = [&](engine unit) {
            put_right(out, fmt::format("{:.0f} %", each.figures.of(unit).share * 100), plain);
        };
        switch (row.kind) {
            case lane_kind::h2d:
                put(engine::h2d);
                break;
            case lane_kind::compute:
                put(engine::compute);
                break;
            case lane_kind::d2h:
                put(engine::d2h);
                break;
            case lane_kind::host:
            case lane_kind::host_functions:
            case lane_kind::stream:
            case lane_kind::annotations:
                break;
        }
    }

    void draw_axis() {
        constexpr int columns_apart = 7;
        const tick_marks marks = ticks_for(span_, layout_.plot, columns_apart, options_.characters);
        canvas_line ruler = line();
        canvas_line labels = line();
        for (int column = 0; column < layout_.plot; ++column) {
            ruler.put(layout_.label + column, glyphs_.line, dim);
        }
        const time_axis axis(nanoseconds{0}, span_, layout_.plot);
        int free_from = 0;  // labels leave a space between them, and stay whole
        for (const tick& each : marks.ticks) {
            const int at = std::min(axis.nearest_boundary(each.moment), layout_.plot - 1);
            ruler.put(layout_.label + at, at == 0 ? glyphs_.line_corner : glyphs_.line_tick, dim);
            const int size = width_of(each.label);
            const int from = layout_.label + at - (size - 1) / 2;
            if (from >= free_from && from + size <= options_.width) {
                free_from = labels.put(from, each.label, dim) + 1;
            }
        }
        put_label(labels, 2, marks.unit, dim);
        emit(ruler);
        emit(labels);
    }

    void draw_legend() {
        canvas_line out = line();
        int column = 0;
        // What matters most comes first: a narrow drawing has no room for the rest.
        const occurrences& seen = rows_.seen();
        const bool one_by_one = mode_ == fill_mode::numbers;
        const std::vector<legend_entry> entries{
            {seen.numbered && options_.lanes != lane_choice::streams, glyphs_.numbered_sample,
             words_.numbered},
            {!one_by_one, glyphs_.shade_sample, words_.shades},
            {seen.streams && one_by_one, glyphs_.h2d, words_.h2d},
            {seen.streams && one_by_one, glyphs_.even, words_.kernel},
            {seen.streams && one_by_one, glyphs_.d2h, words_.d2h},
            {seen.call, glyphs_.call, words_.call},
            {seen.waiting, glyphs_.wait, words_.waits},
            {seen.working, glyphs_.work, words_.works},
            {seen.other_work, glyphs_.other, words_.other_work},
            {seen.crowded, glyphs_.crowd, words_.crowded},
        };
        bool is_cut = false;
        for (const legend_entry& each : entries) {
            constexpr int gap = 3;
            const int size = width_of(each.sign) + 1 + width_of(each.word);
            const bool fits = column + size <= options_.width;
            if (each.wanted && fits) {
                column = out.put(out.put(column, each.sign) + 1, each.word, dim) + gap;
            }
            is_cut |= each.wanted && !fits;
        }
        if (is_cut) {
            out.put(std::min(column, options_.width - 1), glyphs_.cut, dim);
        }
        emit(out);
    }

    // In the order of their initialisation: each is made from those before it.
    const drawing_options& options_;
    const drawing_words& words_;
    glyph_set glyphs_;
    std::vector<prepared_panel> panels_;
    nanoseconds span_;
    drawing_layout layout_;
    fill_mode mode_;
    row_painter rows_;
    std::string result_;
};

}  // namespace

std::string draw(const std::vector<panel>& panels, const drawing_options& options) {
    return drawing(panels, options).text();
}

}  // namespace timeline
