#include "checker/grading/formats/points.hpp"

#include <algorithm>
#include <cmath>

namespace checker {
namespace {

constexpr double rounding = 0.005;

bool is_about(double a, double b) {
    return std::abs(a - b) < rounding;
}

}  // namespace

bool is_graded(const graded_submission& s) {
    return std::none_of(s.flags.begin(), s.flags.end(),
                        [](const flag& f) { return f.id == not_graded; });
}

graded_class graded_part(graded_class c) {
    std::erase_if(c.submissions, [](const auto& s) { return !is_graded(s); });
    return c;
}

bool has_points_by_check(const graded_lab& l) {
    if (!l.said) {
        return false;
    }
    double points = 0;
    double possible = 0;
    for (const auto& check : l.said->checks) {
        if (check.name == "program") {
            return false;  // it crashed: what it had passed before gives nothing
        }
        points += check.points;
        possible += check.max_points;
    }
    return is_about(points, l.points) && is_about(possible, l.max_points);
}

std::string outcome_of(const graded_lab& l) {
    if (!l.said) {
        return "missing";
    }
    const bool is_refused = std::any_of(l.flags.begin(), l.flags.end(), [](const flag& f) {
        return f.effect == flag_effect::no_points;
    });
    return is_refused && l.said->points > 0 ? "refused" : std::string(to_text(l.said->outcome));
}

bool is_passed(const graded_lab& l) {
    return l.said && l.said->outcome == status::pass && is_about(l.points, l.max_points);
}

const graded_lab* find_lab(const graded_submission& s, const std::string& lab) {
    const auto found = std::find_if(s.labs.begin(), s.labs.end(),
                                    [&](const graded_lab& l) { return l.lab == lab; });
    return found == s.labs.end() ? nullptr : &*found;
}

}  // namespace checker
