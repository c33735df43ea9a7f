#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/formats/account.hpp"
#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/grades_page.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/points.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"
#include "checker/pages/verdict_parts.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

json text_lines(std::string_view text) {
    auto lines = json::array();
    for (const auto& line : in_lines(text)) {
        if (!line.empty()) {
            lines.push_back({{"text", line}});
        }
    }
    return lines;
}

std::string points_short(double points, double possible) {
    return fmt::format("{}/{}", points_in_words(points), points_in_words(possible));
}

std::string points_of(double points, double possible, const wording& words) {
    return words("points_of",
                 {{"points", points_in_words(points)}, {"possible", points_in_words(possible)}});
}

json reasons_of(const std::vector<flag>& flags) {
    auto list = json::array();
    for (const auto& f : flags) {
        if (f.effect == flag_effect::no_points) {
            list.push_back({{"id", f.id}, {"message", one_line(f.message)}});
        }
    }
    return list;
}

json checks_of(const graded_lab& l, const page_language& in) {
    auto list = json::array();
    const bool has_points = has_points_by_check(l);
    for (const auto& check : l.said->checks) {
        auto entry = status_fields(check, in.words);
        entry["check"] = in.say.of(check.name);
        entry["points_short"] =
            has_points && check.max_points > 0 ? points_short(check.points, check.max_points) : "";
        entry["lines"] = text_lines(check.message);
        list.push_back(std::move(entry));
    }
    return list;
}

json diagnoses_list(const graded_lab& l, const wording& words) {
    auto list = json::array();
    for (const auto& d : l.said->diagnoses) {
        auto places = json::array();
        for (const auto& place : d.where) {
            places.push_back(
                {{"place", place.line > 0 ? fmt::format("{}:{}", one_line(place.file), place.line)
                                          : one_line(place.file)}});
        }
        list.push_back({{"id", d.id},
                        {"what", one_line(d.message.substr(0, d.message.find("\n\n")))},
                        {"has_places", !places.empty()},
                        {"places", places},
                        {"rest", further_paragraphs(d, words)},
                        {"docs", d.docs}});
    }
    return list;
}

json lab_of(const graded_lab& l, const std::string& title, const page_language& in) {
    const auto& words = in.words;
    const auto outcome = outcome_of(l);
    const auto compiler_output = text_lines(beginning_of(l.compiler_output));
    const auto list_if = [&](json list) { return l.said ? std::move(list) : json::array(); };
    const auto figures = list_if(l.said ? figures_list(l.said->metrics, words) : json());
    const auto checks = list_if(l.said ? checks_of(l, in) : json());
    const auto diagnoses = list_if(l.said ? diagnoses_list(l, words) : json());
    return {{"name", l.lab},
            {"title", title},
            {"status", words("status_" + outcome)},
            {"status_class", outcome},
            {"points_short", points_short(l.points, l.max_points)},
            {"points_of", points_of(l.points, l.max_points, words)},
            {"device", l.said ? device_text(*l.said, words) : ""},
            {"own_reasons", reasons_of(l.flags)},
            {"has_figures", !figures.empty()},
            {"figures", figures},
            {"has_checks", !checks.empty()},
            {"checks", checks},
            {"has_diagnoses", !diagnoses.empty()},
            {"diagnoses", diagnoses},
            {"has_compiler_output", !compiler_output.empty()},
            {"compiler_output", compiler_output}};
}

std::string title_of(const graded_class& c, const std::string& lab) {
    for (const auto& each : c.labs) {
        if (each.name == lab) {
            return each.title;
        }
    }
    return {};
}

}  // namespace

std::string student_page(const graded_submission& s, const graded_class& c,
                         const page_language& in) {
    auto labs = json::array();
    for (const auto& l : s.labs) {
        labs.push_back(lab_of(l, title_of(c, l.lab), in));
    }
    const bool has_any_figures = std::any_of(
        labs.begin(), labs.end(), [](const json& lab) { return lab["has_figures"] == true; });
    const auto student = one_line(s.student);
    const auto body = render_template(page_data("student.html"),
                                      {{"w", in.words.all()},
                                       {"student", student},
                                       {"course", c.course},
                                       {"points", s.points},
                                       {"possible", s.max_points},
                                       {"points_of", points_of(s.points, s.max_points, in.words)},
                                       {"reasons", reasons_of(s.flags)},
                                       {"has_any_figures", has_any_figures},
                                       {"labs", labs}});
    return plain_page(fmt::format("{}: {}", student, c.course), body, in.words);
}

}  // namespace checker
