#include "checker/grading/formats/gradescope.hpp"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "checker/grading/formats/account.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

std::string readable(std::string_view text) {
    std::string result;
    for (const auto& line : in_lines(text)) {
        result += (result.empty() ? "" : "\n") + line;
    }
    return result;
}

/// Two digits, as points are shown: a gradebook should not see 6.699999.
double rounded(double points) {
    return std::round(points * 100) / 100;
}

struct scored {
    std::string name;
    status outcome = status::fail;
    double points = 0;
    double max_points = 0;
};

json test_of(const scored& what, const std::string& output) {
    return {{"name", what.name},
            {"name_format", "text"},
            {"score", rounded(what.points)},
            {"max_score", rounded(what.max_points)},
            {"status", what.outcome == status::pass ? "passed" : "failed"},
            {"output", readable(output)},
            {"output_format", "text"},
            {"visibility", "visible"}};
}

void add_checks(json& tests, const graded_lab& l, const translation& say) {
    auto diagnoses = diagnoses_of(l, say);  // with the first check that is not passed
    for (const auto& check : l.said->checks) {
        auto output = check.message;
        if (check.outcome != status::pass && !diagnoses.empty()) {
            output += "\n\n" + std::exchange(diagnoses, {});
        }
        tests.push_back(test_of({fmt::format("{}: {}", l.lab, say.of(check.name)), check.outcome,
                                 check.points, check.max_points},
                                output));
    }
}

}  // namespace

std::string gradescope_results(const graded_submission& s, const translation& say) {
    auto tests = json::array();
    for (const auto& l : s.labs) {
        if (has_points_by_check(l)) {
            add_checks(tests, l, say);
        } else {
            const auto outcome = is_passed(l) ? status::pass : status::fail;
            tests.push_back(
                test_of({l.lab, outcome, l.points, l.max_points}, account_of(s, l, say)));
        }
    }
    const auto total =
        say(phrase("{} of {} points", points_in_words(s.points), points_in_words(s.max_points)));
    const json results = {{"score", rounded(s.points)},    {"output", total},
                          {"output_format", "text"},       {"visibility", "visible"},
                          {"stdout_visibility", "hidden"}, {"tests", tests}};
    return results.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace checker
