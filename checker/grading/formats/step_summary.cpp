#include "checker/grading/formats/step_summary.hpp"

#include <fmt/core.h>

#include "checker/grading/formats/account.hpp"
#include "checker/grading/formats/class_figures.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

std::string points_of(double points, double possible, const translation& say) {
    return say(phrase("{} of {} points", points_in_words(points), points_in_words(possible)));
}

std::string result_of(const graded_lab& l, const translation& say) {
    if (is_passed(l)) {
        return say(phrase("passed"));
    }
    return l.said ? say(phrase("not passed")) : say(phrase("not run"));
}

std::string one_student(const graded_submission& s, const translation& say) {
    auto text = fmt::format("**{}**\n\n| {} | {} | {} |\n|---|---|--:|\n",
                            points_of(s.points, s.max_points, say), say(phrase("lab")),
                            say(phrase("verdict")), say(phrase("points")));
    for (const auto& l : s.labs) {
        text += fmt::format("| {} | {} | {} |\n", l.lab, result_of(l, say),
                            points_of(l.points, l.max_points, say));
    }
    for (const auto& l : s.labs) {
        if (const auto account = account_of(s, l, say); !account.empty() && !is_passed(l)) {
            text += fmt::format("\n## {}\n\n{}", l.lab, markdown_block(account));
        }
    }
    return text;
}

std::string whole_class(const graded_class& c, const translation& say) {
    const auto students = c.submissions.size();
    auto text = fmt::format("| {} | {} | {} |\n|---|--:|--:|\n", say(phrase("lab")),
                            say(phrase("passed")), say(phrase("mean points")));
    for (const auto& lab : figures_of_labs(c)) {
        text += fmt::format("| {} | {} | {} |\n", lab.what->name,
                            say(phrase("{} of {}", lab.passed, students)),
                            points_of(lab.mean_points, lab.what->points, say));
    }
    text += "\n";
    // A job's summary may hold a megabyte; the whole list is in grades.csv.
    constexpr std::size_t most = 500;
    for (std::size_t i = 0; i < std::min(students, most); ++i) {
        const auto& s = c.submissions[i];
        text += fmt::format("- {}: {}\n", markdown_code(s.student),
                            points_of(s.points, s.max_points, say));
    }
    if (students > most) {
        text += fmt::format("- {}\n", say(phrase("and {} more, in grades.csv", students - most)));
    }
    return text;
}

}  // namespace

std::string step_summary(const graded_class& c, const translation& say) {
    return fmt::format(
        "# {}\n\n{}", one_line(c.course),
        c.submissions.size() == 1 ? one_student(c.submissions.front(), say) : whole_class(c, say));
}

}  // namespace checker
