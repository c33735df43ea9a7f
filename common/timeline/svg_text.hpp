#pragma once

#include <string>
#include <string_view>

#include "common/timeline/scene.hpp"

/// Pieces of text and path that an SVG picture is put together from.
namespace timeline {

/// About how many pixels the text takes at 12 pixels of height.
[[nodiscard]] double text_width(std::string_view text);

/// The text, cut with an ellipsis where it would take more than `room` pixels.
[[nodiscard]] std::string fitted(std::string_view text, double room);

/// "cudaMemcpyAsync 3: 20.6 µs, 1048576 bytes, pinned, lab.cu:45".
[[nodiscard]] std::string hover_text(const scene_mark& mark);

/// "labs/04-streams/lab.cu:31, 40".
[[nodiscard]] std::string lines_of(const named_place& place);

/// "sync-in-loop: labs/04-streams/lab.cu:31, 40".
[[nodiscard]] std::string text_of(const named_place& place);

/// What the legend calls the look.
[[nodiscard]] std::string word_for(look as, const drawing_words& words);

/// A curve with a head at its end.
[[nodiscard]] std::string arrow_path(double x1, double y1, double x2, double y2,
                                     std::string_view kind);

}  // namespace timeline
