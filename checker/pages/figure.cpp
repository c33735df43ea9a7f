#include "checker/pages/figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"
#include "common/timeline/scene_json.hpp"
#include "common/timeline/svg.hpp"
#include "common/timeline/svg_text.hpp"
#include "common/timeline/text.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;
using timeline::scene_panel;

std::string percent(double share) {
    return fmt::format("{:.0f} %", share * 100);
}

std::string size_of(timeline::bytes size) {
    return size.value == 0 ? "" : fmt::format("{:.2f} MB", static_cast<double>(size.value) * 1e-6);
}

json engines_of(const scene_panel& panel, const timeline::drawing_words& words) {
    auto result = json::array();
    const std::array names{words.h2d, words.compute, words.d2h};
    for (const auto unit : timeline::all_engines) {
        const auto& figures = panel.figures.of(unit);
        result.push_back({{"name", names[static_cast<std::size_t>(unit)]},
                          {"operations", figures.operations},
                          {"moved", size_of(figures.moved)},
                          {"busy", timeline::readable(figures.busy)},
                          {"share", percent(figures.share)},
                          {"longest_gap", timeline::readable(figures.longest_gap)}});
    }
    return result;
}

json panel_of(const scene_panel& panel, const timeline::drawing_words& words) {
    const auto& f = panel.figures;
    const auto measured = panel.measured.length();
    auto places = json::array();
    for (const auto& place : panel.places) {
        places.push_back(
            {{"number", place.number}, {"name", place.name}, {"where", timeline::lines_of(place)}});
    }
    return {{"title", panel.title},
            {"note", panel.note},
            {"elapsed", measured.count() > 0 ? timeline::readable(measured) : ""},
            {"engines", engines_of(panel, words)},
            {"h2d_compute", timeline::readable(f.h2d_compute)},
            {"compute_d2h", timeline::readable(f.compute_d2h)},
            {"h2d_d2h", timeline::readable(f.h2d_d2h)},
            {"all_three", timeline::readable(f.all_three)},
            {"places", places}};
}

timeline::svg_options options_for(const figure_request& asked, const wording& words) {
    timeline::svg_options options;
    options.id = asked.id;
    options.title = asked.caption;
    options.words = words.for_drawing();
    return options;
}

}  // namespace

std::string figure_of(const timeline::scene& what, const figure_request& asked,
                      const wording& words) {
    const auto drawing = words.for_drawing();
    auto panels = json::array();
    auto places = json::array();
    bool has_streams = false;
    for (std::size_t i = 0; i < what.panels.size(); ++i) {
        panels.push_back(panel_of(what.panels[i], drawing));
        for (const auto& place : panels.back()["places"]) {
            places.push_back({{"panel", i}, {"number", place["number"]}, {"name", place["name"]}});
        }
        has_streams = has_streams || std::any_of(what.panels[i].lanes.begin(),
                                                 what.panels[i].lanes.end(), [](const auto& row) {
                                                     return row.kind == timeline::lane_kind::stream;
                                                 });
    }
    return render_template(page_data("figure.html"),
                           {{"id", asked.id},
                            {"caption", asked.caption},
                            {"w", words.all()},
                            {"has_streams", has_streams},
                            {"places", places},
                            {"panels", panels},
                            {"svg", timeline::svg_of(what, options_for(asked, words))},
                            {"data", script_json(timeline::to_json(what))}});
}

std::string svg_file_of(const timeline::scene& what, const figure_request& asked,
                        const wording& words) {
    auto options = options_for(asked, words);
    options.style = page_data("timeline.css");
    options.definitions = page_data("patterns.svg");
    return timeline::svg_of(what, options);
}

std::string page_of(const std::string& title, const std::string& body, const wording& words) {
    return render_template(
        page_data("page.html"),
        {{"language", words.tag()},
         {"title", title},
         {"style", std::string(page_data("timeline.css")) + std::string(page_data("page.css"))},
         {"patterns", page_data("patterns.svg")},
         {"w", words.all()},
         {"body", body},
         {"script_words", script_json(words.for_script())},
         {"script", page_data("timeline.js")}});
}

}  // namespace checker
