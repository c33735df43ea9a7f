#include "checker/command/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "checker/command/lab_picture.hpp"
#include "checker/command/prediction.hpp"
#include "checker/command/sweep_picture.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/figure.hpp"
#include "checker/pages/template.hpp"
#include "checker/pages/verdict_parts.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

std::string points_text(double points) {
    return fmt::format("{:g}", points);
}

std::string shown(const std::optional<double>& value, std::string (*text)(double)) {
    return value ? text(*value) : "";
}

json checks_of(const context& c, const verdict& v, const wording& words) {
    auto list = json::array();
    for (const auto& check : v.checks) {
        auto entry = status_fields(check, words);
        entry["check"] = c.say.of(check.name);
        entry["message"] = check.message;
        list.push_back(std::move(entry));
    }
    return list;
}

/// Without its indentation: a narrow page has no room for it.
std::string line_of(const std::string& text, int number) {
    std::istringstream in(text);
    std::string line;
    for (int i = 0; i < number; ++i) {
        if (!std::getline(in, line)) {
            return {};
        }
    }
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    return line;
}

/// The line as it was when it was checked.
std::string quoted(const context& c, const reported_lab& one, const timeline::source_place& place) {
    if (place.file == c.shown(learners_file(c, *one.what)) ||
        place.file == c.shown(solution_file(c, *one.what))) {
        return line_of(one.check->source, place.line);
    }
    const std::filesystem::path file(place.file);
    const auto full = file.is_absolute() ? file : c.root / file;
    std::error_code missing;
    return std::filesystem::is_regular_file(full, missing) ? line_of(read_file(full), place.line)
                                                           : std::string();
}

json diagnoses_of(const context& c, const reported_lab& one, const wording& words) {
    auto list = json::array();
    for (const auto& d : one.check->said.diagnoses) {
        auto places = json::array();
        for (const auto& place : d.where) {
            places.push_back({{"place", fmt::format("{}:{}", place.file, place.line)},
                              {"line", quoted(c, one, place)}});
        }
        list.push_back({{"count", list.size() + 1},
                        {"id", d.id},
                        {"what", d.message.substr(0, d.message.find("\n\n"))},
                        {"places", places},
                        {"rest", further_paragraphs(d, words)},
                        {"docs", d.docs}});
    }
    return list;
}

std::string figure_for(const context& c, const reported_lab& one, const wording& words) {
    if (one.check->said.timeline.empty()) {
        return {};
    }
    try {
        lab_picture picture(one.check->said, c.root, words);
        if (one.reference && !one.reference->timeline.empty()) {
            picture.add_reference(*one.reference);
        }
        return figure_of(
            picture.scene(),
            {fmt::format("t{}", one.what->number), words("picture_of", {{"lab", one.what->title}})},
            words);
    } catch (const std::runtime_error&) {
        return {};  // the recordings are gone: the rest of the report is still worth reading
    }
}

std::optional<timeline::overlap_figures> learners_figures(const context& c, const verdict& v) {
    if (v.timeline.empty()) {
        return std::nullopt;
    }
    try {
        for (const auto& each : drawn_recordings(v, c.root, {})) {
            if (!each.is_baseline) {
                return timeline::measure_overlap(each.recorded);
            }
        }
    } catch (const std::runtime_error&) {
    }
    return std::nullopt;
}

json check_of(const context& c, const reported_lab& one, const wording& words) {
    if (!one.check) {
        return nullptr;
    }
    const auto& v = one.check->said;
    const message_arguments again{{"command", c.command},
                                  {"number", std::to_string(one.what->number)}};
    auto entry = status_fields(v.outcome, words);
    entry["points_of"] = words(
        "points_of", {{"points", points_text(v.points)}, {"possible", points_text(v.max_points)}});
    entry["device"] = device_text(v, words);
    entry["changed"] = one.check->is_current ? "" : words("changed_since", again);
    entry["figures"] = figures_list(v.metrics, words);
    entry["has_figures"] = !entry["figures"].empty();
    entry["checks"] = checks_of(c, v, words);
    entry["has_checks"] = !entry["checks"].empty();
    entry["diagnoses"] = diagnoses_of(c, one, words);
    entry["has_diagnoses"] = !entry["diagnoses"].empty();
    entry["figure"] = figure_for(c, one, words);
    entry["sweep"] = sweep_markup(one.check->folder, words);
    return entry;
}

json lab_of(const context& c, const reported_lab& one, const wording& words) {
    const auto& l = *one.what;
    const std::string state = one.progress.was_passed       ? "passed"
                              : one.progress.status.empty() ? "open"
                                                            : "started";
    const auto metrics = one.check ? one.check->said.metrics : measured_figures{};
    const auto figures = one.check ? learners_figures(c, one.check->said) : std::nullopt;
    return {{"number", l.number},
            {"name", l.name()},
            {"title", l.title},
            {"progress", words("status_" + state)},
            {"progress_class", state == "passed" ? "pass" : state},
            {"points_text", fmt::format("{:g}/{:g}", one.progress.points, l.points)},
            {"speedup", shown(metrics.speedup, ratio_text)},
            {"closed_gap", gap_text(metrics, words)},
            {"never_checked",
             one.check ? ""
                       : words("never_checked",
                               {{"command", c.command}, {"number", std::to_string(l.number)}})},
            {"prediction", prediction_markup(one.progress.expected, metrics, figures, words)},
            {"check", check_of(c, one, words)}};
}

}  // namespace

std::string report_page(const context& c, const course& all, const std::vector<reported_lab>& labs,
                        const wording& words) {
    double points = 0;
    double possible = 0;
    int passed = 0;
    std::string next = words("all_done");
    auto entries = json::array();
    for (auto one = labs.rbegin(); one != labs.rend(); ++one) {
        points += one->progress.points;
        possible += one->what->points;
        passed += one->progress.was_passed ? 1 : 0;
        if (!one->progress.was_passed) {
            next = words("next_lab", {{"lab", one->what->name()}});
        }
    }
    for (const auto& one : labs) {
        entries.push_back(lab_of(c, one, words));
    }
    const auto heading = words("report_of", {{"course", all.title}});
    const auto summary = words("passed_of", {{"passed", std::to_string(passed)},
                                             {"labs", std::to_string(labs.size())},
                                             {"points", points_text(points)},
                                             {"possible", points_text(possible)}});
    const auto body = render_template(page_data("report.html"),
                                      {{"w", words.all()},
                                       {"heading", heading},
                                       {"summary", summary},
                                       {"next", next},
                                       {"points", points},
                                       {"possible", possible},
                                       {"labs", entries},
                                       {"made_by", words("made_by", {{"command", c.command}})}});
    return page_of(heading, body, words);
}

}  // namespace checker
