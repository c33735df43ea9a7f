// What grades look like in each format: golden files of an ordinary class.

#include <nlohmann/json.hpp>

#include "checker/grading/formats/csv.hpp"
#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/grades_page.hpp"
#include "checker/grading/formats/gradescope.hpp"
#include "checker/grading/formats/histogram.hpp"
#include "checker/grading/formats/junit.hpp"
#include "checker/grading/formats/points.hpp"
#include "checker/grading/formats/step_summary.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/formats/sample_class.hpp"
#include "checker/tests/golden.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

void check_golden(const std::string& name, const std::string& text) {
    tests::check_golden_file(std::filesystem::path("checker/tests/formats/golden") / name, text);
}

/// A page without its style sheets, which are the same for all pages and have nothing to do with
/// what is tested here.
std::string unstyled(const std::string& page) {
    const auto start = page.find("<style>");
    const auto end = page.find("</style>");
    REQUIRE(end != std::string::npos);
    return page.substr(0, start) + page.substr(end + std::string("</style>\n").size());
}

translation chinese() {
    return translation::load("checker/messages/zh-CN.words.toml");
}

graded_class only(const graded_class& c, std::size_t which) {
    auto one = c;
    one.submissions = {c.submissions.at(which)};
    return one;
}

}  // namespace

TEST_CASE("a class as a table") {
    check_golden("grades.csv", grades_csv(sample_class()));
}

TEST_CASE("a class as JUnit") {
    check_golden("junit.xml", junit_xml(sample_class(), {}));
    check_golden("junit-zh-CN.xml", junit_xml(sample_class(), chinese()));
}

TEST_CASE("submissions as Gradescope's results") {
    const auto c = sample_class();
    check_golden("gradescope-slow.json", gradescope_results(c.submissions[1], {}));
    check_golden("gradescope-none.json", gradescope_results(c.submissions[2], {}));
    check_golden("gradescope-slow-zh-CN.json", gradescope_results(c.submissions[1], chinese()));
}

TEST_CASE("Gradescope's scores add up to the points, whatever is missing") {
    for (const auto& s : sample_class().submissions) {
        const auto results = nlohmann::json::parse(gradescope_results(s, {}));
        double score = 0;
        double possible = 0;
        for (const auto& test : results["tests"]) {
            score += test["score"].get<double>();
            possible += test["max_score"].get<double>();
        }
        CHECK(std::abs(score - s.points) < 0.01);
        CHECK(std::abs(possible - s.max_points) < 0.01);
        CHECK(results["score"] == s.points);
    }
}

TEST_CASE("the summary of a job: one student, a class, nobody") {
    const auto c = sample_class();
    check_golden("summary-class.md", step_summary(c, {}));
    check_golden("summary-one.md", step_summary(only(c, 1), {}));
    check_golden("summary-none.md", step_summary(only(c, 2), {}));
    check_golden("summary-one-zh-CN.md", step_summary(only(c, 1), chinese()));
    auto nobody = c;
    nobody.submissions.clear();
    CHECK_THAT(step_summary(nobody, {}), ContainsSubstring("| 04-streams | 0 of 0 |"));
}

TEST_CASE("a job's summary stays below what a job may say") {
    auto c = sample_class();
    c.submissions.resize(3000, c.submissions.front());
    const auto text = step_summary(c, {});
    CHECK(text.size() < 1000 * 1000);
    CHECK_THAT(text, ContainsSubstring("and 2500 more, in grades.csv"));
}

TEST_CASE("pages of grades") {
    const auto c = sample_class();
    const page_language english;
    const page_language in_chinese{wording::in("zh-CN"), chinese()};
    for (std::size_t i = 0; i < c.submissions.size(); ++i) {
        check_golden("student-" + std::to_string(i) + ".html",
                     unstyled(student_page(c.submissions[i], c, english)));
    }
    check_golden("student-1-zh-CN.html", unstyled(student_page(c.submissions[1], c, in_chinese)));
    check_golden("class.html", unstyled(class_page(c, "pages", english)));
    check_golden("class-zh-CN.html", unstyled(class_page(c, "pages", in_chinese)));
}

TEST_CASE("a student's page is about that student, and the seed is nowhere") {
    const auto c = sample_class();
    const page_language english;
    const auto secret = std::to_string(secret_seed);
    std::string all =
        grades_csv(c) + junit_xml(c, {}) + step_summary(c, {}) + class_page(c, "pages", english);
    for (const auto& s : c.submissions) {
        const auto page = student_page(s, c, english);
        for (const auto& other : c.submissions) {
            CHECK((&other == &s || page.find(other.student) == std::string::npos));
        }
        CHECK(page.find("class.html") == std::string::npos);
        all += page + gradescope_results(s, {});
    }
    CHECK(all.find(secret) == std::string::npos);
}

TEST_CASE("a student sees why there are no points, and no notes to the instructor") {
    const auto c = sample_class();
    const auto slow = student_page(c.submissions[1], c, {});
    CHECK_THAT(slow, !ContainsSubstring("Handed in after the others."));
    const auto none = student_page(c.submissions[2], c, {});
    CHECK_THAT(none, ContainsSubstring("The program imports ptrace."));
    CHECK_THAT(class_page(c, "pages", {}), ContainsSubstring("Handed in after the others."));
}

TEST_CASE("flags by kind: each submission counts once, rare ones first") {
    auto c = sample_class();
    c.submissions.resize(3);
    c.submissions[0].flags = {{"imports", "a", flag_effect::note}};
    c.submissions[2].labs[1].flags = {{"imports", "b", flag_effect::note}};
    const auto groups = flag_groups(c);
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].id == "late");
    CHECK(groups[0].students == std::vector<std::string>{"grace"});
    CHECK(groups[1].students == std::vector<std::string>{"ada", "linus"});
    CHECK(groups[1].entries.size() == 3);
    CHECK(groups[1].entries[1].lab == "01-blocking-copy");
    CHECK(groups[1].effect == flag_effect::no_points);
}

TEST_CASE("points by check only where they account for the lab's points") {
    auto l = sample_class().submissions[1].labs[1];
    CHECK(has_points_by_check(l));
    auto crashed = l;
    crashed.points = 0;
    for (auto& check : crashed.said->checks) {
        check.points = 0;
    }
    CHECK(has_points_by_check(crashed));
    crashed.said->checks.push_back({"program", status::fail, "SIGSEGV"});
    CHECK_FALSE(has_points_by_check(crashed));  // a check that was passed has no "0/8"
    l.points = 0;                               // a flag took them
    CHECK_FALSE(has_points_by_check(l));
    CHECK_FALSE(is_passed(l));
    l.flags.push_back({"runs-disagree", "", flag_effect::no_points});
    CHECK(outcome_of(l) == "refused");
    l.said.reset();
    CHECK(outcome_of(l) == "missing");
}

TEST_CASE("a histogram has ten equal steps, and one for full points") {
    const auto h = histogram_of({0, 1.9, 2, 19.99, 20, 20, 7}, 20);
    REQUIRE(h.steps.size() == 11);
    CHECK(h.steps[0].count == 2);
    CHECK(h.steps[1].count == 1);
    CHECK(h.steps[3].count == 1);
    CHECK(h.steps[9].count == 1);
    CHECK(h.steps[10].count == 2);
    const auto third = histogram_of({0.3 * 3}, 3);  // 0.8999999999999999
    CHECK(third.steps[3].count == 1);
    CHECK(histogram_of({0}, 0).steps[10].count == 1);
}
