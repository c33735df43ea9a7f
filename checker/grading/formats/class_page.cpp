#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "checker/grading/formats/class_figures.hpp"
#include "checker/grading/formats/devices.hpp"
#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/grades_page.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/histogram.hpp"
#include "checker/grading/formats/points.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

std::string histogram_markup(const std::vector<double>& points, double possible,
                             const std::string& title, const wording& words) {
    const auto h = histogram_of(points, possible);
    std::vector<std::string> steps;
    for (const auto& step : h.steps) {
        const auto count = std::to_string(step.count);
        steps.push_back(
            &step == &h.steps.back()
                ? words("step_all", {{"points", points_in_words(possible)}, {"count", count}})
                : words("step_from_to", {{"from", points_in_words(step.from)},
                                         {"to", points_in_words(step.to)},
                                         {"count", count}}));
    }
    return svg_of(h, title, steps);
}

json lab_of(const lab_figures& lab, std::size_t students, const wording& words) {
    constexpr std::size_t most = 6;
    auto diagnoses = json::array();
    for (std::size_t i = 0; i < std::min(most, lab.diagnoses.size()); ++i) {
        const auto& [id, count] = lab.diagnoses[i];
        diagnoses.push_back({{"id", id}, {"count", count}});
    }
    const auto possible = points_in_words(lab.what->points);
    return {
        {"name", lab.what->name},
        {"title", lab.what->title},
        {"passed", words("passed_by", {{"passed", std::to_string(lab.passed)},
                                       {"count", std::to_string(students)}})},
        {"mean",
         words("mean", {{"points", points_in_words(lab.mean_points)}, {"possible", possible}})},
        {"histogram", histogram_markup(lab.points, lab.what->points, words("distribution"), words)},
        {"has_diagnoses", !diagnoses.empty()},
        {"diagnoses", diagnoses}};
}

json flagged_of(const graded_class& c) {
    auto list = json::array();
    for (const auto& group : flag_groups(c)) {
        auto who = json::array();
        for (const auto& one : group.entries) {
            who.push_back({{"student", one_line(one.student)},
                           {"lab", one.lab},
                           {"message", one_line(one.message)}});
        }
        list.push_back({{"id", group.id},
                        {"count", group.students.size()},
                        {"takes", group.effect == flag_effect::no_points && group.id != not_graded},
                        {"who", who}});
    }
    return list;
}

/// What is safe in a file's name need not be so in an address.
std::string in_address(std::string_view name) {
    std::string result;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        result += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return result;
}

json students_of(const graded_class& c, const std::string& folder) {
    auto list = json::array();
    for (const auto& s : c.submissions) {
        auto cells = json::array();
        for (const auto& lab : c.labs) {
            const auto* const graded = find_lab(s, lab.name);
            cells.push_back(
                {{"points", graded == nullptr ? "" : points_in_words(graded->points)},
                 {"status_class", graded == nullptr ? "missing" : outcome_of(*graded)}});
        }
        list.push_back({{"student", one_line(s.student)},
                        {"page", folder + "/" + in_address(s.file) + ".html"},
                        {"cells", cells},
                        {"total", points_in_words(s.points)}});
    }
    return list;
}

/// Those that overlap was measured on.
std::string gpus_in_words(const graded_class& c) {
    std::string list;
    for (const auto& gpu : gpus_of(c)) {
        list += (list.empty() ? "" : ", ") + gpu;
    }
    return list.empty() ? "-" : list;
}

}  // namespace

std::string class_page(const graded_class& all, const std::string& folder,
                       const page_language& in) {
    const auto& words = in.words;
    const auto c = graded_part(all);
    const auto possible = possible_points(c);
    std::vector<double> totals;
    for (const auto& s : c.submissions) {
        totals.push_back(s.points);
    }
    const auto students = totals.size();
    const auto sum = std::accumulate(totals.begin(), totals.end(), 0.0);
    const auto mean = students == 0 ? 0 : sum / static_cast<double>(students);
    auto labs = json::array();
    for (const auto& lab : figures_of_labs(c)) {
        labs.push_back(lab_of(lab, students, words));
    }
    const auto flagged = flagged_of(all);
    const auto heading = words("class_of", {{"course", c.course}});
    const auto device = c.device == "sim"
                            ? words("class_device")
                            : words("class_device_both", {{"gpus", gpus_in_words(c)}});
    const auto body = render_template(
        page_data("class.html"),
        {{"w", words.all()},
         {"heading", heading},
         {"summary", words("class_summary", {{"count", std::to_string(students)},
                                             {"mean", points_in_words(mean)},
                                             {"possible", points_in_words(possible)}})},
         {"total_histogram",
          histogram_markup(totals, possible, words("distribution_total"), words)},
         {"labs", labs},
         {"has_flagged", !flagged.empty()},
         {"flagged", flagged},
         {"students", students_of(c, folder)},
         {"about", device + " " + words("not_to_hand_out")}});
    return plain_page(heading, body, words);
}

}  // namespace checker
