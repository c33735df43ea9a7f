// The labs against their own promises. LAB_UNDER_TEST names the lab ("04-streams"), CXX the
// compiler for the learner's file, LAB_BUILD the build folder.

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "checker/command/both_devices.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/lab_job.hpp"
#include "checker/course/starter.hpp"
#include "checker/tests/answer_family.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/one_unit.hpp"
#include "checker/tests/scratch.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/toolchain.hpp"

using namespace checker;

namespace {

namespace fs = std::filesystem;

std::string variable_or(const char* name, std::string otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What is about times alone is looked at with one compiler: they do not depend on it.
bool times_are_looked_at() {
    return variable_or("CXX", "c++") == "g++";
}

bool has_compiler() {
    return simcuda::driver::find_compiler(variable_or("CXX", "c++")).has_value();
}

/// The course with a state folder of its own: a learner's progress stays as it is.
class course_copy {
public:
    static const course_copy& of_this_process() {
        static const course_copy copy;
        return copy;
    }

    course_copy() {
        for (const auto* part : {"labs", "solutions", "checker", "common", "docs"}) {
            fs::create_directory_symlink(fs::current_path() / part, folder_.path() / part);
        }
        fs::create_symlink(fs::current_path() / "course.toml", folder_.path() / "course.toml");
        context_.root = folder_.path();
        context_.build = variable_or("LAB_BUILD", "");
        context_.started = folder_.path();
        course_ = context_.load();
        lab_ = &course_.find(variable_or("LAB_UNDER_TEST", "1"));
    }

    [[nodiscard]] const lab& subject() const { return *lab_; }
    [[nodiscard]] const context& where() const { return context_; }
    [[nodiscard]] lab_job job_of(const fs::path& file) const {
        return {lab_, source_kind::other_file, file, "h200", 1, &preambles_};
    }
    [[nodiscard]] fs::path solution() const { return solution_file(context_, *lab_); }

    [[nodiscard]] verdict check(const fs::path& file) const {
        return told(check_lab(context_, job_of(file)));
    }
    /// Expects the same verdict from both runs. (Time does not depend on the compiler: with one of
    /// them twice will do.)
    [[nodiscard]] verdict check_twice(const fs::path& file) const {
        if (!times_are_looked_at()) {
            return check(file);
        }
        const auto job = job_of(file);
        const auto runs = check_alike(context_, {job, job});
        CHECK(runs.front().said.metrics == runs.back().said.metrics);
        CHECK(runs.front().said.checks == runs.back().said.checks);
        return told(runs.front());
    }
    [[nodiscard]] std::vector<verdict> check_on(const std::vector<std::string>& profiles,
                                                const fs::path& file) const {
        std::vector<lab_job> jobs(profiles.size(), job_of(file));
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].profile = profiles[i];
        }
        std::vector<verdict> said;
        for (auto& result : check_alike(context_, jobs)) {
            UNSCOPED_INFO(to_json(result.said));
            said.push_back(std::move(result.said));
        }
        return said;
    }
    [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const {
        return folder_.write(name, text);
    }
    [[nodiscard]] verdict check_text(const std::string& text) const {
        return check(write("checked/lab.cu", text));
    }

private:
    static const verdict& told(const lab_result& result) {
        UNSCOPED_INFO(result.compiler_output);
        UNSCOPED_INFO(result.program_output);
        UNSCOPED_INFO(to_json(result.said));
        return result.said;
    }

    using preamble_store = simcuda::driver::preamble_store;

    tests::scratch_folder folder_;
    // Most answers to a lab include the same.
    mutable preamble_store preambles_{folder_.path() / "preambles",
                                      preamble_store::making::when_met_again};
    context context_;
    course course_;
    const lab* lab_ = nullptr;
};

std::vector<std::string> ids_of(const verdict& v) {
    std::vector<std::string> ids;
    for (const auto& d : v.diagnoses) {
        ids.push_back(d.id);
    }
    return ids;
}

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

std::vector<fs::path> sources_in(const fs::path& folder) {
    std::vector<fs::path> files;
    if (fs::is_directory(folder)) {
        for (const auto& entry : fs::directory_iterator(folder)) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

fs::path mutants_of(const lab& l) {
    return fs::current_path() / "checker" / "mutants" / l.name();
}

fs::path correct_answers_of(const lab& l) {
    return fs::current_path() / "checker" / "tests" / "correct" / l.name();
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
    for (const auto& file : files) {
        CAPTURE(file);
        expect_pass(copy.check_twice(file));
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

/// The lanes of the pictures in a text, without the blanks at their ends.
std::vector<std::string> lanes_in(const std::string& text) {
    std::vector<std::string> lanes;
    bool is_inside = false;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        line.erase(line.find_last_not_of(' ') + 1);
        const bool is_head = line.find("├") != std::string::npos;
        const bool is_axis = line.find("└") != std::string::npos;
        is_inside = is_head || (is_inside && line.starts_with("  ") && !is_axis);
        if (is_inside) {
            lanes.push_back(line);
        }
    }
    return lanes;
}

TEST_CASE("the pictures of the README are those that are drawn", "[course]") {
    if (!times_are_looked_at()) {
        SKIP("with one compiler only");
    }
    const auto& copy = course_copy::of_this_process();
    const terminal plain{80, colouring::none, false, true};
    std::string drawn;
    for (const auto& file :
         {copy.solution(), copy.write("starter/lab.cu", starter_of(text_of(copy.solution())))}) {
        if (const auto v = copy.check(file); !v.timeline.empty()) {
            drawn += draw_timeline_of(v, copy.where().root, plain, wording::in("en"));
        }
    }
    const auto known = lanes_in(drawn);
    for (const auto* name : {"README.md", "README.zh-CN.md"}) {
        CAPTURE(name);
        const auto text = text_of(fs::current_path() / "labs" / copy.subject().name() / name);
        for (const auto& line : lanes_in(text)) {
            INFO(line << "\nis in none of these; `lab timeline` draws them:\n" << drawn);
            CHECK(std::find(known.begin(), known.end(), line) != known.end());
        }
    }
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
    for (const auto& m : l.mutants) {
        CAPTURE(m.name);
        const auto v = copy.check(mutants_of(l) / (m.name + ".cu"));
        CHECK(v.outcome == status::fail);
        CHECK(ids_of(v) == std::vector{m.diagnosis});
    }
}

TEST_CASE("the solution passes on a GPU", "[gpu]") {
    const course_copy copy;
    if (const auto why = why_no_gpu_programs(copy.where())) {
        SKIP(*why);
    }
    const auto gpus = find_gpus();
    if (gpus.names.empty()) {
        SKIP(copy.where().say(gpus.problem));
    }
    const auto said = check_on_gpu(copy.where(), copy.job_of(copy.solution())).said;
    CAPTURE(to_json(said));
    if (said.outcome == status::inconclusive) {
        SKIP("this GPU does not show it, or is busy: see the verdict");
    }
    CHECK(said.outcome == status::pass);
    CHECK(said.points == said.max_points);
    CHECK(said.device == "gpu");
}

// Not in the suites, for its length: `LAB_UNDER_TEST=04-streams LAB_BUILD=$PWD/build
// build/checker/tests/labs-test "[gpu-rounds]"`, ROUNDS for another number than 30. Prints each
// round's verdict.
TEST_CASE("the solution passes on a GPU each time", "[.gpu-rounds]") {
    const course_copy copy;
    make_gpu_parts(copy.where());
    auto beside = copy.job_of(copy.solution());
    beside.times_elsewhere = true;
    const auto sim = check_lab(copy.where(), beside).said;
    std::vector<lab_job> rounds(std::stoull(variable_or("ROUNDS", "30")),
                                copy.job_of(copy.solution()));
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        rounds[i].device = "gpu";
        rounds[i].seed = i + 1;
    }
    for (const auto& result : check_alike(copy.where(), rounds)) {
        const auto said = merged(result.said, sim, copy.subject(), copy.where().say);
        fmt::print("{}\n", to_json(said));
        CHECK(said.outcome == status::pass);
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

TEST_CASE("the solution is compiled, redirected and linked for a GPU", "[nvcc]") {
    const course_copy copy;
    if (const auto why = why_no_gpu_programs(copy.where())) {
        SKIP(*why);
    }
    const tests::scratch_folder folder;
    const auto built = build_gpu_program(copy.where(), copy.job_of(copy.solution()), folder.path());
    CAPTURE(built.compiler_output);
    CHECK_FALSE(built.failure);
}

TEST_CASE("a CUDA compiler takes all of it", "[nvcc]") {
    const auto nvcc = simcuda::driver::find_program("nvcc");
    if (!nvcc) {
        SKIP("no nvcc");
    }
    const auto& copy = course_copy::of_this_process();
    const auto& l = copy.subject();
    const tests::scratch_folder folder;
    auto files = sources_in(mutants_of(l));
    for (const auto& file : sources_in(correct_answers_of(l))) {
        files.push_back(file);
    }
    const auto compile = [&](const fs::path& file, const std::string& how) {
        return tests::shell(fs::current_path(), "'" + nvcc->string() + "' -std=c++20 " + how +
                                                    " -I. -Ilabs/" + l.name() + " -o '" +
                                                    (folder.path() / "out").string() + "' '" +
                                                    file.string() + "'");
    };
    const auto starter = folder.write("starter.cu", starter_of(text_of(copy.solution())));
    const auto alone = compile(starter, "-c");
    CAPTURE(alone.output);
    CHECK(alone.status == 0);
    // Of the many others both front ends, no code generation: it takes too long. All at once, and
    // one by one only if that does not go well.
    const std::string front_ends = "-fdevice-syntax-only -cuda";
    const auto all =
        folder.write("all.cu", tests::one_unit(fs::current_path() / "labs" / l.name(), files));
    if (const auto together = compile(all, front_ends); together.status != 0) {
        CAPTURE(together.output);
        for (const auto& file : files) {
            const auto result = compile(file, front_ends);
            CAPTURE(file, result.output);
            CHECK(result.status == 0);
        }
    }
}
