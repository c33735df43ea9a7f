#include "common/timeline/canvas.hpp"

#include <algorithm>

namespace timeline {

canvas_line::canvas_line(int width) : cells_(static_cast<std::size_t>(std::max(0, width))) {}

int canvas_line::put(int column, std::string_view text, text_style style) {
    const int width = static_cast<int>(cells_.size());
    const std::vector<text_column> columns = columns_of(text);
    // Half of a wide character cannot be shown: what loses its other half becomes a space.
    if (column > 0 && column < width && cells_[static_cast<std::size_t>(column)].bytes.empty()) {
        cells_[static_cast<std::size_t>(column) - 1].bytes = " ";
    }
    for (std::size_t i = 0; i < columns.size(); ++i, ++column) {
        if (column < 0 || column >= width) {
            continue;
        }
        const auto at = static_cast<std::size_t>(column);
        const bool wide = i + 1 < columns.size() && columns[i + 1].bytes.empty();
        const bool half_lost = (wide && column + 1 >= width) ||  // a wide character at the edge
                               (columns[i].bytes.empty() && column == 0);
        cells_[at] = {half_lost ? " " : columns[i].bytes, style};
    }
    if (column > 0 && column < width && cells_[static_cast<std::size_t>(column)].bytes.empty()) {
        cells_[static_cast<std::size_t>(column)].bytes = " ";
    }
    return column;
}

std::string canvas_line::text(colouring colours) const {
    std::string result;
    text_style current = plain;
    const auto change_to = [&](text_style next) {
        if (colours == colouring::ansi && !(next == current)) {
            result += "\x1b[0";
            if (!next.sgr.empty()) {
                result += ';';
                result += next.sgr;
            }
            result += 'm';
            current = next;
        }
    };
    for (const cell& each : cells_) {
        change_to(each.style);
        result += each.bytes;
    }
    change_to(plain);
    return result;
}

}  // namespace timeline
