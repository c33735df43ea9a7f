#pragma once

#include <string>

#include "common/timeline/scene.hpp"

namespace timeline {

struct svg_options {
    int width = 960;          ///< pixels; text is 12 pixels high
    std::string title;        ///< for those who hear the picture
    std::string style;        ///< a style sheet to carry along: a file that stands alone needs one
    std::string definitions;  ///< the patterns that the style sheet names
    std::string id = "timeline";  ///< unique in the page that the picture becomes part of
    drawing_words words;
};

/// The scene as SVG: the same bytes for the same scene everywhere. How things look is the style
/// sheet's business; without one the picture is black. Marks that are too small to be told apart
/// are drawn as one, so ten thousand operations are a small file too.
[[nodiscard]] std::string svg_of(const scene& what, const svg_options& options);

/// What the picture shows, in sentences.
[[nodiscard]] std::string description_of(const scene& what, const drawing_words& words);

/// The text with &, <, > and quotes as a document writes them. What is not UTF-8 or a control
/// character is replaced.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace timeline
