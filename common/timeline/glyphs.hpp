#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "common/timeline/canvas.hpp"
#include "common/timeline/lanes.hpp"

namespace timeline {

/// The signs that a terminal drawing is made of; each takes one column.
struct glyph_set {
    std::string even, odd;         ///< operations of an engine's lane, in turn
    std::string other;             ///< what has no number
    std::string crowd;             ///< several operations at once
    std::string h2d, d2h;          ///< copies in a stream's lane; kernels look like `even`
    std::string call, wait, work;  ///< the host's lane
    std::array<std::string, 5> shades;
    std::string line, line_corner, line_tick, line_start, line_end;
    std::string cut;                            ///< stands where the rest of a word has no room
    std::string numbered_sample, shade_sample;  ///< for the legend

    /// The fill of an operation in an engine's lane.
    [[nodiscard]] const std::string& fill(const lane_item& item) const;
    /// The fill of an operation in a stream's lane.
    [[nodiscard]] const std::string& of_kind(op_kind kind) const;
    /// The shade for `busy` of `whole`: empty only for nothing, full from seven eighths on.
    [[nodiscard]] const std::string& shade(std::int64_t busy, std::int64_t whole) const;
};

[[nodiscard]] glyph_set glyphs_for(charset characters);

/// 0 to 9, a to z, then from 0 again.
[[nodiscard]] std::string number_glyph(std::int32_t number);

/// With colours, all operations of a chunk have the same one; its number stands out of it.
[[nodiscard]] text_style fill_style(std::int32_t number);
[[nodiscard]] text_style number_style(std::int32_t number);
inline constexpr text_style shade_style{"36"};

}  // namespace timeline
