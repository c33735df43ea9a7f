// The labs against their own promises: see lab_under_test.hpp for the variables that say which.

#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "checker/course/starter.hpp"
#include "checker/tests/answer_family.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/lab_under_test.hpp"

using namespace checker;
using namespace checker::tests;

namespace {

namespace fs = std::filesystem;

/// What a learner's file may look like in the end.
std::string without_starter_lines(const std::string& solution) {
    std::istringstream in(solution);
    std::string text;
    for (std::string line; std::getline(in, line);) {
        if (line.find("//| ") == std::string::npos) {
            text += line + '\n';
        }
    }
    return text;
}

void expect_pass(const verdict& v) {
    CHECK(v.outcome == status::pass);
    CHECK(v.points == v.max_points);
    CHECK(ids_of(v).empty());
}

}  // namespace

TEST_CASE("the solution passes all checks, in each run", "[course]") {
    if (!has_compiler()) {
        SKIP("no such compiler");
    }
    const auto& copy = course_copy::of_this_process();
    const auto v = copy.check_twice(copy.solution());
    expect_pass(v);
    REQUIRE(v.checks.size() == copy.subject().checks.size());
    for (std::size_t i = 0; i < v.checks.size(); ++i) {
        CHECK(v.checks[i].name == copy.subject().checks[i].name);
    }
    // A bound that somebody beats is wrong. (Where nothing is to overlap, there is none.)
    CHECK(v.metrics.closed_gap.value_or(0) <= 1.005);
}

TEST_CASE("on each machine the solution passes or is left open, and nothing beats the bound",
          "[course]") {
    if (!times_are_looked_at() || !has_compiler()) {
        SUCCEED("looked at with g++");
        return;
    }
    const course_copy copy;
    for (const auto& v :
         copy.check_on({"h200", "a100", "coherent", "laptop", "no-overlap"}, copy.solution())) {
        CAPTURE(v.profile, to_json(v));
        CHECK((v.outcome == status::pass || v.outcome == status::inconclusive));
        for (const auto& check : v.checks) {
            CHECK_FALSE((check.outcome == status::inconclusive && check.message.empty()));
        }
        CHECK(v.metrics.closed_gap.value_or(0) <= 1.02);
    }
}

TEST_CASE("points grow with the closed gap", "[course]") {
    if (!times_are_looked_at() || !has_compiler()) {
        SUCCEED("looked at with g++");
        return;
    }
    const auto& copy = course_copy::of_this_process();
    const auto family = tests::family_of(copy.subject().name(), text_of(copy.solution()));
    if (family.empty()) {
        SUCCEED("no family of answers for this lab");
        return;
    }
    double gap = -1;
    double points = -1;
    std::set<double> different;
    for (const auto& answer : family) {
        CAPTURE(answer.what, gap, points);
        const auto v = copy.check_text(answer.text);
        REQUIRE(v.metrics.closed_gap.has_value());
        CHECK(*v.metrics.closed_gap >= gap);
        CHECK(v.points >= points);
        gap = *v.metrics.closed_gap;
        points = v.points;
        different.insert(points);
    }
    CHECK(points == copy.subject().points);
    CHECK(different.size() >= 3);
}

TEST_CASE("the starter fails and says what to do", "[course]") {
    if (!has_compiler()) {
        SKIP("no such compiler");
    }
    const auto& copy = course_copy::of_this_process();
    const auto v = copy.check_text(starter_of(text_of(copy.solution())));
    CHECK(v.outcome == status::fail);
    CHECK(v.points == 0);
    CHECK(ids_of(v) == std::vector{copy.subject().starter_diagnosis});
}

TEST_CASE("other right answers pass, in each run", "[course]") {
    if (!has_compiler()) {
        SKIP("no such compiler");
    }
    const auto& copy = course_copy::of_this_process();
    const auto files = sources_in(correct_answers_of(copy.subject()));
    CHECK(files.size() >= 3);
    for (std::size_t i = 0; i < files.size(); ++i) {
        CAPTURE(files[i]);
        if (is_looked_at(i)) {
            expect_pass(is_in_sample(i) ? copy.check_twice(files[i]) : copy.check(files[i]));
        }
    }
}

TEST_CASE("the starter in labs/ is the solution without the learner's part", "[course]") {
    const auto& copy = course_copy::of_this_process();
    const auto name = "labs/" + copy.subject().name() + "/lab.cu";
    // Whoever does the course has changed the file: what counts is what was handed out.
    const auto committed = tests::shell(fs::current_path(), "git show HEAD:" + name);
    const auto starter = committed.status == 0 ? committed.output : text_of(name);
    CHECK(starter == starter_of(text_of(copy.solution())));
}

TEST_CASE("the learner's file is short", "[course]") {
    const auto& copy = course_copy::of_this_process();
    const auto solution = text_of(copy.solution());
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    CHECK(lines(starter_of(solution)) <= 120);
    CHECK(lines(without_starter_lines(solution)) <= 120);
}

TEST_CASE("each mutant gets exactly its diagnosis", "[mutants]") {
    if (!has_compiler()) {
        SKIP("no such compiler");
    }
    const auto& copy = course_copy::of_this_process();
    const auto& l = copy.subject();
    CHECK(l.mutants.size() >= 5);
    CHECK(l.mutants.size() == sources_in(mutants_of(l)).size());
    for (std::size_t i = 0; i < l.mutants.size(); ++i) {
        const auto& m = l.mutants[i];
        CAPTURE(m.name);
        if (!is_looked_at(i)) {
            continue;
        }
        const auto v = copy.check(mutants_of(l) / (m.name + ".cu"));
        CHECK(v.outcome == status::fail);
        CHECK(ids_of(v) == std::vector{m.diagnosis});
    }
}

// Not in the suites, for its length: `LAB_UNDER_TEST=04-streams LAB_BUILD=$PWD/build
// build/checker/tests/labs-test "[seeds]"`, SEEDS for another number than 20. PART=2/7 takes every
// seventh file only, the second first: seven such processes at once are the whole test.
TEST_CASE("the verdict does not depend on the seed", "[.seeds]") {
    const course_copy copy;
    const auto& l = copy.subject();
    const auto seeds = std::stoull(variable_or("SEEDS", "20"));
    const auto part = variable_or("PART", "1/1");
    const auto own = std::stoull(part) - 1;
    const auto parts = std::stoull(part.substr(part.find('/') + 1));
    std::size_t number = 0;
    const auto expect_alike = [&](const fs::path& file, const std::vector<std::string>& ids) {
        if (number++ % parts != own) {
            return;
        }
        CAPTURE(file);
        std::vector<lab_job> jobs(seeds, copy.job_of(file));
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].seed = i + 1;
        }
        for (const auto& result : check_alike(copy.where(), jobs)) {
            CHECK(ids_of(result.said) == ids);
            CHECK((result.said.outcome == status::pass) == ids.empty());
        }
    };
    expect_alike(copy.solution(), {});
    expect_alike(copy.write("starter/lab.cu", starter_of(text_of(copy.solution()))),
                 {l.starter_diagnosis});
    for (const auto& file : sources_in(correct_answers_of(l))) {
        expect_alike(file, {});
    }
    for (const auto& m : l.mutants) {
        expect_alike(mutants_of(l) / (m.name + ".cu"), {m.diagnosis});
    }
}
