#include "common/timeline/svg_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/timeline/json.hpp"
#include "common/timeline/svg.hpp"
#include "common/timeline/text.hpp"

namespace timeline {

double text_width(std::string_view text) {
    constexpr double column = 6.7;
    return width_of(text) * column;
}

std::string fitted(std::string_view text, double room) {
    if (text_width(text) <= room) {
        return std::string(text);
    }
    std::string result;
    for (const auto& column : columns_of(text)) {
        if (text_width(result + column.bytes) + 8 > room) {
            break;
        }
        result += column.bytes;
    }
    return result + "…";
}

std::string hover_text(const scene_mark& mark) {
    const operation& op = *mark.op;
    std::string text(op.name.empty() ? json_name(op.kind) : std::string_view(op.name));
    if (mark.number != unnumbered) {
        text += fmt::format(" {}", mark.number);
    }
    text += ": " + readable(mark.end - mark.start);
    if (op.size.value != 0) {
        text += fmt::format(", {} bytes", op.size.value);
    }
    if (op.host_memory != memory_kind::none) {
        text += fmt::format(", {}", json_name(op.host_memory));
    }
    if (op.where.line > 0) {
        text += fmt::format(", {}:{}", op.where.file, op.where.line);
    }
    return text;
}

std::string lines_of(const named_place& place) {
    std::string text;
    std::string file;
    for (const auto& each : place.where) {
        text += text.empty() ? "" : ", ";
        text += each.file == file ? "" : each.file + ":";
        text += std::to_string(each.line);
        file = each.file;
    }
    return text;
}

std::string text_of(const named_place& place) {
    return place.where.empty() ? place.name : place.name + ": " + lines_of(place);
}

std::string word_for(look as, const drawing_words& words) {
    switch (as) {
        case look::h2d:
            return words.h2d;
        case look::kernel:
            return words.kernel;
        case look::d2h:
            return words.d2h;
        case look::other:
            return words.other_work;
        case look::host_function:
            return words.host_functions;
        case look::work:
            return words.works;
        case look::call:
            return words.call;
        case look::wait:
            return words.waits;
        case look::record:
            return words.event_recorded;
        case look::event_wait:
            return words.event_awaited;
        case look::range:
            return words.annotations;
    }
    return {};
}

std::string arrow_path(double x1, double y1, double x2, double y2, std::string_view kind) {
    // The curve leaves and arrives level, so that its head points along the time.
    const double reach = std::clamp(std::abs(x2 - x1) / 2, 6.0, 30.0);
    return fmt::format(
        "<path class=\"{}\" d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}"
        "m-5 -3l5 3l-5 3\"/>\n",
        kind, x1, y1, x1 + reach, y1, x2 - reach, y2, x2, y2);
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const auto& column : columns_of(text)) {
        for (const char c : column.bytes) {
            switch (c) {
                case '&':
                    result += "&amp;";
                    break;
                case '<':
                    result += "&lt;";
                    break;
                case '>':
                    result += "&gt;";
                    break;
                case '"':
                    result += "&quot;";
                    break;
                default:
                    result += c;
            }
        }
    }
    return result;
}

std::string description_of(const scene& what, const drawing_words& words) {
    std::string text;
    for (const auto& panel : what.panels) {
        text += fmt::format("{}: ", panel.title);
        if (panel.measured.length().count() <= 0) {
            text += words.nothing + ". ";
            continue;
        }
        text += readable(panel.measured.length());
        text += panel.note.empty() ? "" : ", " + panel.note;
        for (const auto& row : panel.lanes) {
            if (row.busy) {
                text += fmt::format("; {} {:.0f} % {}", row.label, *row.busy * 100, words.busy);
            }
        }
        text += ". ";
        for (const auto& place : panel.places) {
            text += text_of(place) + ". ";
        }
    }
    if (text.ends_with(' ')) {
        text.pop_back();
    }
    return text;
}

}  // namespace timeline
