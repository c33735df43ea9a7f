#include "common/timeline/svg.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "common/timeline/axis.hpp"
#include "common/timeline/scene_runs.hpp"
#include "common/timeline/svg_text.hpp"

namespace timeline {

namespace {

// Pixels.
constexpr double track_height = 14;
constexpr double lane_gap = 6;
constexpr double title_height = 20;
constexpr double measure_height = 18;
constexpr double line_height = 17;
constexpr double panel_gap = 14;
constexpr double busy_width = 50;

double lane_height(const scene_lane& row) {
    return lane_gap + track_height * row.tracks;
}

double label_width(const scene& what) {
    double widest = 60;
    for (const auto& panel : what.panels) {
        for (const auto& row : panel.lanes) {
            widest = std::max(widest, text_width(row.label) + 18);
        }
    }
    return std::min(widest, 150.0);
}

class picture {
public:
    picture(const scene& what, const svg_options& options)
        : what_(what),
          options_(options),
          label_(label_width(what)),
          plot_(std::max(100.0, options.width - label_ - busy_width)) {}

    std::string text() {
        for (const auto& panel : what_.panels) {
            draw_panel(panel);
        }
        draw_axis();
        draw_legend();
        return head() + grid_ + body_ + "</svg>\n";
    }

private:
    [[nodiscard]] double x_of(nanoseconds t) const {
        const double share =
            static_cast<double>(t.count()) / static_cast<double>(what_.span.count());
        return label_ + std::clamp(share, 0.0, 1.0) * plot_;
    }

    void put(double x, double y, std::string_view kind, std::string_view text) {
        body_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, x, y,
                             escaped(text));
    }

    [[nodiscard]] std::string head() const {
        auto result = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"timeline\" id=\"{0}\" "
            "viewBox=\"0 0 {1} {2:.0f}\" width=\"{1}\" height=\"{2:.0f}\" role=\"img\" "
            "aria-labelledby=\"{0}-title {0}-desc\">\n"
            "<title id=\"{0}-title\">{3}</title>\n<desc id=\"{0}-desc\">{4}</desc>\n",
            options_.id, options_.width, y_, escaped(options_.title),
            escaped(description_of(what_, options_.words)));
        if (!options_.style.empty()) {
            result += "<style>\n" + options_.style + "</style>\n";
        }
        result += options_.definitions;
        return result + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    }

    void draw_panel(const scene_panel& panel) {
        body_ += fmt::format("<g role=\"group\" aria-label=\"{}\">\n", escaped(panel.title));
        put(8, y_ + 14, "title", panel.title);
        y_ += title_height;
        draw_measure(panel);
        y_ += measure_height;
        std::vector<double> middles;
        for (const auto& row : panel.lanes) {
            draw_lane(row);
            middles.push_back(y_ + lane_height(row) / 2);
            y_ += lane_height(row);
        }
        draw_arrows(panel, middles);
        draw_badges(panel, middles);
        if (panel.streams_left_out > 0) {
            put(8, y_ + 12, "label",
                fmt::format("+ {} {}", panel.streams_left_out, options_.words.more_streams));
            y_ += line_height;
        }
        for (const auto& place : panel.places) {
            draw_badge(label_ - 9, y_ + 9, place.number);
            put(label_ + 4, y_ + 13, "place", text_of(place));
            y_ += line_height;
        }
        body_ += "</g>\n";
        y_ += panel_gap;
    }

    /// Along what the elapsed time is that of, as in a technical drawing.
    void draw_measure(const scene_panel& panel) {
        const double y = y_ + 9;
        if (panel.measured.length().count() <= 0) {
            put(label_, y + 4, "label", panel.note.empty() ? options_.words.nothing : panel.note);
            return;
        }
        const double from = x_of(panel.measured.start);
        const double to = std::max(from + 1, x_of(panel.measured.end));
        body_ +=
            fmt::format("<path class=\"measure\" d=\"M{0:.1f} {1:.1f}v8m0 -4H{2:.1f}m0 -4v8\"/>\n",
                        from, y - 4, to);
        auto elapsed = readable(panel.measured.length());
        if (!panel.note.empty()) {
            elapsed += ", " + panel.note;
        }
        put(options_.width - 4, y + 4, "label end", options_.words.busy);
        const double room = text_width(elapsed) + 16;
        if (room < to - from) {
            put((from + to) / 2, y + 4, "elapsed middle", elapsed);
        } else if (to + room < label_ + plot_ + busy_width) {
            put(to + 6, y + 4, "elapsed", elapsed);
        } else {
            put(from - 6, y + 4, "elapsed end", elapsed);
        }
    }

    void draw_lane(const scene_lane& row) {
        const double top = y_ + lane_gap / 2;
        put(8, y_ + lane_height(row) / 2 + 4, "label", fitted(row.label, label_ - 12));
        body_ += fmt::format(
            "<rect class=\"lane\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{:.1f}\"/>\n",
            label_, top, plot_, track_height * row.tracks);
        for (const auto& run : runs_of(row, what_.span, plot_)) {
            draw_run(run, top + track_height * run.first->track);
        }
        if (row.busy) {
            put(options_.width - 4, y_ + lane_height(row) / 2 + 4, "label end",
                fmt::format("{:.0f} %", *row.busy * 100));
        }
    }

    void draw_run(const scene_run& run, double y) {
        const auto as = run.first->as;
        const auto* found = run.diagnosis != 0 ? " found" : "";
        const auto title = run.count == 1
                               ? hover_text(*run.first)
                               : fmt::format("{} {}", run.count, options_.words.operations);
        const double x = label_ + run.from;
        if (is_sign(as)) {
            // A record hangs from the upper edge, a wait stands on the lower one.
            const auto path = as == look::record
                                  ? fmt::format("M{:.1f} {:.1f}h6l-3 6z", x - 3, y)
                                  : fmt::format("M{:.1f} {:.1f}h6l-3 -6z", x - 3, y + track_height);
            body_ += fmt::format("<path class=\"{}{}\" d=\"{}\"><title>{}</title></path>\n",
                                 name_of(as), found, path, escaped(title));
            return;
        }
        const double width = std::max(1.0, run.to - run.from);
        const auto faint =
            run.busy < 1 ? fmt::format(" opacity=\"{:.2f}\"", 0.35 + 0.65 * run.busy) : "";
        body_ += fmt::format(
            "<rect class=\"mark {}{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{:.0f}\"{}><title>{}</title></rect>\n",
            run.is_mixed ? "mixed" : name_of(as), found, x, y, width, track_height, faint,
            escaped(title));
        if (run.count == 1 && run.first->number != unnumbered) {
            const auto number = std::to_string(run.first->number);
            if (text_width(number) + 4 <= width) {
                put(x + width / 2, y + track_height - 3.5, "number middle", number);
            }
        }
    }

    void draw_arrows(const scene_panel& panel, const std::vector<double>& middles) {
        constexpr std::size_t most = 400;
        if (panel.arrows.size() > most) {
            return;
        }
        for (const auto& arrow : panel.arrows) {
            const auto& from = panel.lanes[arrow.from.lane].marks[arrow.from.mark];
            const auto& to = panel.lanes[arrow.to.lane].marks[arrow.to.mark];
            // The head lies where the later one could go on: a host's wait ends there.
            const double x2 = x_of(std::clamp(from.end, to.start, std::max(to.start, to.end)));
            body_ +=
                arrow_path(x_of(from.end), middles[arrow.from.lane], x2, middles[arrow.to.lane],
                           to.diagnosis != 0 ? "arrow found" : "arrow");
            drew_arrow_ = true;
        }
    }

    void draw_badge(double x, double y, int number) {
        body_ +=
            fmt::format("<circle class=\"badge\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"7\"/>\n", x, y);
        put(x, y + 3.5, "badge-text middle", std::to_string(number));
    }

    /// Only at the first of its marks: one for each of a thousand would hide them.
    void draw_badges(const scene_panel& panel, const std::vector<double>& middles) {
        std::set<int> done;
        for (std::size_t i = 0; i < panel.lanes.size(); ++i) {
            for (const auto& mark : panel.lanes[i].marks) {
                if (mark.diagnosis != 0 && done.insert(mark.diagnosis).second) {
                    draw_badge(std::max(label_ + 7, x_of(mark.start) - 8), middles[i],
                               mark.diagnosis);
                }
            }
        }
    }

    void draw_axis() {
        constexpr int pixels_apart = 60;
        const int cells = static_cast<int>(std::clamp(plot_, 1.0, 1000.0));
        const auto marks = ticks_for(what_.span, cells, pixels_apart, charset::unicode);
        body_ += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", label_, y_,
                             label_ + plot_);
        for (const auto& each : marks.ticks) {
            const double x = x_of(each.moment);
            grid_ += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x,
                                 title_height, y_ + 4);
            put(x, y_ + 16, "tick middle", each.label);
        }
        put(8, y_ + 16, "tick", marks.unit);
        y_ += 24;
    }

    void draw_legend() {
        std::set<look> seen;
        for (const auto& panel : what_.panels) {
            for (const auto& row : panel.lanes) {
                for (const auto& mark : row.marks) {
                    seen.insert(mark.as);
                }
            }
        }
        double x = 8;
        const auto room_for = [&](std::string_view word) {
            const double width = 22 + text_width(word) + 14;
            if (x + width > options_.width && x > 8) {
                x = 8;
                y_ += line_height;
            }
            return width;
        };
        for (const auto as : seen) {
            const auto word = word_for(as, options_.words);
            const double width = room_for(word);
            const auto sign = is_sign(as)
                                  ? fmt::format(
                                        "<path class=\"{}\" d=\"M{:.1f} {:.1f}h6l-3 "
                                        "{}z\"/>\n",
                                        name_of(as), x + 6, y_ + (as == look::record ? 5 : 11),
                                        as == look::record ? 6 : -6)
                                  : fmt::format(
                                        "<rect class=\"mark {}\" x=\"{:.1f}\" "
                                        "y=\"{:.1f}\" width=\"18\" height=\"10\"/>"
                                        "\n",
                                        name_of(as), x, y_ + 3);
            body_ += sign;
            put(x + 22, y_ + 12, "label", word);
            x += width;
        }
        if (drew_arrow_) {
            const double width = room_for(options_.words.waits_for);
            body_ += arrow_path(x, y_ + 8, x + 16, y_ + 8, "arrow");
            put(x + 22, y_ + 12, "label", options_.words.waits_for);
            x += width;
        }
        y_ += line_height + 3;
    }

    const scene& what_;
    const svg_options& options_;
    double label_;
    double plot_;
    double y_ = 0;
    bool drew_arrow_ = false;
    std::string grid_;
    std::string body_;
};

}  // namespace

std::string svg_of(const scene& what, const svg_options& options) {
    return picture(what, options).text();
}

}  // namespace timeline
