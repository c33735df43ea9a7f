#include "checker/grading/formats/histogram.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/graded.hpp"
#include "common/timeline/svg.hpp"

namespace checker {
namespace {

constexpr int equal_steps = 10;
constexpr double step_width = 26;  // pixels
constexpr double bar_width = 22;
constexpr double bars_height = 60;
constexpr double top = 16;  // room for the count over a bar
constexpr double label_height = 18;

double height_of(int count, int most) {
    // What is there is seen, however small its share.
    return count == 0 ? 0 : std::max(2.0, bars_height * count / most);
}

}  // namespace

histogram histogram_of(const std::vector<double>& points, double possible) {
    histogram h;
    h.possible = possible;
    for (int i = 0; i < equal_steps; ++i) {
        h.steps.push_back({possible * i / equal_steps, possible * (i + 1) / equal_steps, 0});
    }
    h.steps.push_back({possible, possible, 0});
    constexpr double rounding = 1e-9;
    for (const double p : points) {
        const auto above = std::find_if(h.steps.begin(), h.steps.end(),
                                        [&](const auto& step) { return p + rounding < step.to; });
        ++(above == h.steps.end() ? h.steps.back() : *above).count;
    }
    return h;
}

std::string svg_of(const histogram& h, const std::string& title,
                   const std::vector<std::string>& steps_in_words) {
    std::string alternative = title + ":";
    int most = 1;
    for (std::size_t i = 0; i < h.steps.size(); ++i) {
        most = std::max(most, h.steps[i].count);
        if (h.steps[i].count > 0) {
            alternative += " " + steps_in_words[i];
        }
    }
    const double width = step_width * static_cast<double>(h.steps.size());
    auto svg = fmt::format(
        "<svg class=\"histogram\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n",
        width, top + bars_height + label_height, timeline::escaped(alternative));
    const double floor = top + bars_height;
    for (std::size_t i = 0; i < h.steps.size(); ++i) {
        const auto& step = h.steps[i];
        const double x = step_width * static_cast<double>(i) + (step_width - bar_width) / 2;
        const double height = height_of(step.count, most);
        if (step.count > 0) {
            svg += fmt::format(
                "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.1f}\"/>"
                "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                i + 1 == h.steps.size() ? "full" : "part", x, floor - height, bar_width, height,
                x + bar_width / 2, floor - height - 4, step.count);
        }
    }
    svg += fmt::format(
        "<path d=\"M0 {0:.1f}H{1:.0f}\"/>\n<text class=\"first\" x=\"2\" y=\"{2:.1f}\">0</text>"
        "<text class=\"last\" x=\"{3:.0f}\" y=\"{2:.1f}\">{4}</text>\n</svg>\n",
        floor + 0.5, width, floor + 14, width - 2, points_in_words(h.possible));
    return svg;
}

}  // namespace checker
