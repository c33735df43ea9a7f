#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "checker/harness/tuning/sweep_chart.hpp"

namespace checker {
namespace {

constexpr double width = 720;
constexpr double panel_height = 240;
constexpr double left = 60;
constexpr double right = 120;  // for the names of the lines
constexpr double top = 30;
constexpr double bottom = 40;

// Told apart also by those who see few colours: each line has dashes of its own, and its name at
// its end.
constexpr std::string_view style = R"(<style>
.sweep text { fill: #1b1f24; }
.sweep .paper { fill: #fff; }
.sweep .grid { stroke: #ddd; }
.sweep .mark { stroke: #000; }
.sweep .line { fill: none; stroke-width: 1.7px; }
.sweep .l0 { stroke: #1f5fa8; }
.sweep .l1 { stroke: #a8480c; stroke-dasharray: 7 2; }
.sweep .l2 { stroke: #0b6e52; stroke-dasharray: 4 2; }
.sweep .l3 { stroke: #9a3d78; stroke-dasharray: 1.5 2; }
.sweep .l4 { stroke: #7a5a00; stroke-dasharray: 9 2 2 2; }
.sweep .l5 { stroke: #4b5563; stroke-dasharray: 3 4; }
@media (prefers-color-scheme: dark) {
.sweep text { fill: #e6eaef; }
.sweep .paper { fill: #14181d; }
.sweep .grid { stroke: #333b45; }
.sweep .mark { stroke: #fff; }
.sweep .l0 { stroke: #74b3f2; }
.sweep .l1 { stroke: #f2a66d; }
.sweep .l2 { stroke: #62cfa8; }
.sweep .l3 { stroke: #ef9fd0; }
.sweep .l4 { stroke: #e6c45a; }
.sweep .l5 { stroke: #b4bdc7; }
}
</style>
)";
constexpr std::size_t line_looks = 6;

/// Places in one machine's panel: chunk sizes to the right (logarithmic), rates upwards.
class plot {
public:
    plot(const sweep& s, double y) : y_(y), highest_(1.1 * rate_of(s, best_of(s))) {
        const auto chunks = chunks_of(s);
        low_ = std::log2(static_cast<double>(chunks.back()));
        high_ = std::max(low_ + 1, std::log2(static_cast<double>(chunks.front())));
    }

    [[nodiscard]] double x(std::size_t chunk) const {
        const double share = (std::log2(static_cast<double>(chunk)) - low_) / (high_ - low_);
        return left + std::clamp(share, 0.0, 1.0) * (width - left - right);
    }
    [[nodiscard]] double y(double rate) const {
        return y_ + panel_height - bottom - rate / highest_ * (panel_height - top - bottom);
    }
    [[nodiscard]] double highest() const { return highest_; }

private:
    double y_;
    double highest_;
    double low_ = 0;
    double high_ = 1;
};

std::string text_at(double x, double y, const std::string& text, const std::string& more = {}) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, text);
}

std::string axes(const sweep& s, const plot& on, double y, const translation& say) {
    auto svg =
        text_at(left, y + 18, say(phrase("{}: GB/s each way", s.machine)), " font-weight=\"bold\"");
    for (int i = 0; i <= 4; ++i) {
        const double rate = on.highest() * i / 4;
        svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" class=\"grid\"/>\n", left, on.y(rate),
                           width - right);
        svg +=
            text_at(left - 8, on.y(rate) + 4, fmt::format("{:.3g}", rate), " text-anchor=\"end\"");
    }
    double last = width;
    for (const auto chunk : chunks_of(s)) {
        if (last - on.x(chunk) >= 60 || last == width) {
            last = on.x(chunk);
            svg += text_at(last, y + panel_height - bottom + 18, size_text(chunk),
                           " text-anchor=\"middle\"");
        }
    }
    return svg;
}

/// The name of a line at its end.
struct end_label {
    double at = 0;
    std::string text;
    std::size_t look = 0;
};

/// Lines often end at the same place: their names stand one above the other, within the panel.
std::string names_of(std::vector<end_label> ends, double highest) {
    constexpr double apart = 14;
    for (std::size_t i = 1; i < ends.size(); ++i) {
        ends[i].at = std::min(ends[i].at, ends[i - 1].at - apart);
    }
    const double too_high = ends.empty() ? 0 : std::max(0.0, highest - ends.back().at);
    std::string svg;
    for (const auto& each : ends) {
        const double y = each.at + too_high;
        svg += fmt::format("<path class=\"line l{}\" d=\"M{:.1f} {:.1f}h22\"/>\n", each.look,
                           width - right + 6, y);
        svg += text_at(width - right + 34, y + 4, each.text);
    }
    return svg;
}

std::string lines(const sweep& s, const plot& on, const translation& say) {
    std::string svg;
    std::vector<end_label> ends;
    for (const auto streams : streams_of(s)) {
        const auto look = ends.size() % line_looks;
        std::string points;
        double end = 0;
        for (const auto chunk : chunks_of(s)) {
            if (const auto p = find_in(s, chunk, streams)) {
                const double y = on.y(rate_of(s, *p));
                end = points.empty() ? y : end;
                points += fmt::format("{:.1f},{:.1f} ", on.x(chunk), y);
            }
        }
        svg += fmt::format("<polyline class=\"line l{}\" points=\"{}\"/>\n", look, points);
        ends.push_back({end, say(streams_text(streams)), look});
    }
    return svg + names_of(std::move(ends), on.y(on.highest()));
}

std::string mark(const plot& on, const sweep& s, const tried_plan& p, const char* shape,
                 const std::string& title) {
    return fmt::format(
        "<g class=\"mark\" transform=\"translate({:.1f} {:.1f})\"><title>{}</title>"
        "{}</g>\n",
        on.x(p.chunk), on.y(rate_of(s, p)), title, shape);
}

words words_of(const sweep& s, const tried_plan& p) {
    return phrase("{}, {}: {:.1f} GB/s", size_text(p.chunk), streams_text(p.streams),
                  rate_of(s, p));
}

}  // namespace

std::string svg_of(const std::vector<sweep>& all, const translation& say) {
    const double height = panel_height * static_cast<double>(all.size()) + 24;
    auto svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sweep\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" "
        "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<title>{3}</title>\n{2}"
        "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        width, height, style, say(phrase("Rate by chunk size and number of streams")));
    double y = 0;
    for (const auto& s : all) {
        const plot on(s, y);
        svg += axes(s, on, y, say) + lines(s, on, say);
        svg += mark(on, s, best_of(s), "<circle r=\"5\" fill=\"none\"/>",
                    say(phrase("the best: {}", words_of(s, best_of(s)))));
        svg += mark(on, s, s.chosen, "<path d=\"M-5 -5L5 5M-5 5L5 -5\" stroke-width=\"2\"/>",
                    say(phrase("yours: {}", words_of(s, s.chosen))));
        y += panel_height;
    }
    svg += text_at(left, y + 14, say(phrase("o the best of the sweep   x yours")));
    return svg + "</svg>\n";
}

}  // namespace checker
