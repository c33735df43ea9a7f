#include "common/timeline/glyphs.hpp"

namespace timeline {

namespace {

// Red is left out: it means an error elsewhere. Neighbours also differ in their fill, so nothing
// depends on telling colours apart.
constexpr std::array fill_colours{"36", "33", "35", "32", "34"};
constexpr std::array number_colours{"7;36", "7;33", "7;35", "7;32", "7;34"};

}  // namespace

glyph_set glyphs_for(charset characters) {
    glyph_set set;
    if (characters == charset::ascii) {
        set.even = "#";
        set.odd = "=";
        set.other = "%";
        set.crowd = "&";
        set.h2d = ">";
        set.d2h = "<";
        set.call = "|";
        set.wait = "-";
        set.work = "+";
        set.shades = {" ", ".", "-", "=", "#"};
        set.line = "-";
        set.line_corner = "+";
        set.line_tick = "+";
        set.line_start = "|";
        set.line_end = "|";
        set.cut = "~";
    } else {
        set.even = "█";
        set.odd = "▒";
        set.other = "▞";
        set.crowd = "▓";
        set.h2d = "»";
        set.d2h = "«";
        set.call = "│";
        set.wait = "─";
        set.work = "▄";
        set.shades = {" ", "░", "▒", "▓", "█"};
        set.line = "─";
        set.line_corner = "└";
        set.line_tick = "┴";
        set.line_start = "├";
        set.line_end = "┤";
        set.cut = "…";
    }
    set.numbered_sample = "0" + set.even + "1" + set.odd;
    set.shade_sample = set.shades[1] + set.shades[2] + set.shades[3] + set.shades[4];
    return set;
}

const std::string& glyph_set::fill(const lane_item& item) const {
    if (item.op->kind == op_kind::host_function) {
        return even;
    }
    if (item.number == unnumbered) {
        return other;
    }
    return item.number % 2 == 0 ? even : odd;
}

const std::string& glyph_set::of_kind(op_kind kind) const {
    switch (kind) {
        case op_kind::copy_h2d:
            return h2d;
        case op_kind::copy_d2h:
            return d2h;
        case op_kind::kernel:
            return even;
        case op_kind::host_function:
            return work;
        default:
            return other;
    }
}

const std::string& glyph_set::shade(std::int64_t busy, std::int64_t whole) const {
    if (busy <= 0) {
        return shades[0];
    }
    const std::int64_t part = busy * 8 / whole;
    return shades[part < 3 ? 1 : part < 5 ? 2 : part < 7 ? 3 : 4];
}

std::string number_glyph(std::int32_t number) {
    constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
    return std::string(1, digits[static_cast<std::size_t>(number) % digits.size()]);
}

text_style fill_style(std::int32_t number) {
    return {fill_colours[static_cast<std::size_t>(number) % fill_colours.size()]};
}

text_style number_style(std::int32_t number) {
    return {number_colours[static_cast<std::size_t>(number) % number_colours.size()]};
}

}  // namespace timeline
