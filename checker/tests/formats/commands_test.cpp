// The parts of `lab grade` that hand over, as a user runs them; in a copy of the course's tables.

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "checker/command/arguments.hpp"
#include "checker/command/grade_hand_over.hpp"
#include "checker/command/lab_choice.hpp"
#include "checker/command/misuse.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/class_mistakes.hpp"
#include "checker/grading/formats/workflow.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/formats/sample_class.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

context in(const fs::path& started) {
    context c;
    c.root = fs::current_path();  // the tests run in the course's root
    c.started = started;
    return c;
}

std::string complaint(const std::function<int()>& command, int status = exit_with::usage) {
    try {
        static_cast<void>(command());
    } catch (const command_error& problem) {
        CHECK(problem.status() == status);
        return problem.what();
    }
    return "accepted";
}

std::vector<int> numbers(const std::string& choice) {
    const auto all = in(".").load();
    std::vector<int> result;
    for (const auto* l : chosen_labs(in("."), all, choice)) {
        result.push_back(l->number);
    }
    return result;
}

}  // namespace

TEST_CASE("labs by number, range and name") {
    CHECK(numbers("4") == std::vector{4});
    CHECK(numbers("10-12,1") == std::vector{1, 10, 11, 12});
    CHECK(numbers("04-streams 3-3") == std::vector{3, 4});
    CHECK(numbers("").size() == in(".").load().labs.size());
    CHECK_THROWS_AS(numbers("1-99"), unknown_lab);
    for (const auto* half : {"4-", "-4", "-", "1-2-3", "1..3", "2,4-"}) {
        CHECK_THROWS_WITH(numbers(half), ContainsSubstring("a range has its first and its last") &&
                                             ContainsSubstring("as in 1-12"));
    }
    for (const auto* wrong : {"4-2", "1,,2", ",1", "1,", ","}) {
        CHECK_THROWS_AS(numbers(wrong), command_error);
    }
}

TEST_CASE("what cannot be meant is refused when arguments are read") {
    const auto said = [](std::vector<const char*> more) {
        more.insert(more.begin(), {"lab", "grade", "class"});
        return complaint([&] {
            static_cast<void>(parse_arguments(static_cast<int>(more.size()), more.data()));
            return 0;
        });
    };
    CHECK_THAT(said({"--jobs", "two"}), ContainsSubstring("a number from 1 to 1024, not \"two\""));
    CHECK_THAT(said({"--seed=-1"}), ContainsSubstring("to 18446744073709551615, not \"-1\""));
    CHECK_THAT(said({"--labs", ""}), ContainsSubstring("--labs needs a value"));
    CHECK_THAT(said({"--share", "1/2", "--similar", "moss", "x"}),
               ContainsSubstring("cannot be used together"));
    const std::vector<std::vector<const char*>> without_effect = {
        {"--share", "1/2", "--slurm"},
        {"--share", "1/2", "--collect"},
        {"--collect", "--slurm"},
        {"--collect", "--jobs", "2"},
        {"--collect", "--no-sandbox"},
        {"--similar", "moss", "x", "--device", "both"},
        {"--similar", "moss", "x", "--seed", "1"},
        {"--similar", "moss", "x", "--out", "y"}};
    for (const auto& options : without_effect) {
        CHECK_THAT(said(options), ContainsSubstring("cannot be used together"));
    }
    CHECK_THAT(said({"--gres", "gpu:2"}),
               ContainsSubstring("--gres has an effect only with --slurm."));
    CHECK_THAT(said({"--out", ""}), ContainsSubstring("--out needs a value"));
    CHECK(said({"--seed", "18446744073709551615", "--jobs", "2"}) == "accepted");
    CHECK(said({"--collect", "--labs", "4", "--out", "y", "--seed", "1"}) == "accepted");
}

TEST_CASE("a range is told alike, however the parser words it") {
    for (const auto* said : {"Value two not in range 1 to 8", "Value two not in range [1 - 8]"}) {
        CHECK_THAT(sentence_of(CLI::ValidationError("--jobs", said), "grade").english(),
                   ContainsSubstring("--jobs takes a number from 1 to 8, not \"two\"."));
    }
}

TEST_CASE("without any solution the demo says so, and checks nothing") {
    const tests::scratch_folder folder;
    auto c = in(folder.path());
    c.root = folder.path();
    fs::copy(fs::current_path() / "course.toml", folder.path() / "course.toml");
    CHECK_THAT(complaint([&] { return run_demo(c, {}); }), ContainsSubstring("does not have"));
}

TEST_CASE("all formats are written from grades.json alone") {
    const tests::scratch_folder folder;
    folder.write("out/grades.json", to_json(tests::sample_class()));
    CHECK(run_collect(in(folder.path()), {"out"}) == 0);
    for (const auto* name : {"grades.csv", "junit.xml", "summary.md", "class.html",
                             "pages/u674e-5f3a.html", "gradescope/ada.json"}) {
        CHECK(fs::is_regular_file(folder.path() / "out" / name));
    }
    CHECK_THAT(complaint([&] { return run_collect(in(folder.path()), {"elsewhere"}); }),
               ContainsSubstring("elsewhere/grades.json"));
}

TEST_CASE("from results alone, what could change nothing is refused") {
    const tests::scratch_folder folder;
    folder.write("out/grades.json", to_json(tests::sample_class()));
    const auto said = [&](const std::function<void(grade_options&)>& with) {
        grade_options o;
        o.folder = "out";
        o.what = grade_what::collected_only;
        with(o);
        return complaint([&] { return run_grade(in(folder.path()), o); });
    };
    CHECK(said([](auto&) {}) == "accepted");
    const std::map<std::string, std::function<void(grade_options&)>> without_effect = {
        {"--labs", [](auto& o) { o.labs = "4"; }},
        {"--out", [](auto& o) { o.out = "elsewhere"; }},
        {"--device", [](auto& o) { o.device = grading_device::sim; }},
        {"--seed", [](auto& o) { o.seed = 0; }},
        {"--limits", [](auto& o) { o.limits = "none.toml"; }},
    };
    for (const auto& [option, with] : without_effect) {
        CHECK_THAT(said(with), ContainsSubstring(option + " has no effect where out is") &&
                                   ContainsSubstring("grade SUBMISSIONS --out out --collect"));
    }
    CHECK_FALSE(fs::exists(folder.path() / "elsewhere"));
    // Of a file that cannot be written it is said which one, and why.
    fs::remove(folder.path() / "out/class.html");
    fs::create_directories(folder.path() / "out/class.html/x");
    CHECK_THAT(said([](auto&) {}), ContainsSubstring("out/class.html is a folder, where"));
}

TEST_CASE("who is not graded yet gets no 0 anywhere") {
    const tests::scratch_folder folder;
    auto c = tests::sample_class();
    c.submissions.resize(2);
    auto& late = c.submissions.back();
    late.student = late.file = "late";
    late.points = 0;
    for (auto& l : late.labs) {
        l = {l.lab, std::nullopt, 0, l.max_points, {}, {}};
    }
    late.flags = {{std::string(not_graded), "not yet", flag_effect::no_points}};
    const auto out = folder.path() / "out";
    folder.write("out/pages/late.html", "of an older file");
    folder.write("out/grades.json", to_json(c));
    CHECK_THAT(
        complaint([&] { return run_collect(in(folder.path()), {"out"}); }, exit_with::our_error),
        ContainsSubstring("1 of them are not graded yet"));
    const auto table = read_file(out / "grades.csv");
    CHECK_THAT(table, ContainsSubstring("\"late\",,,,30,\"not-graded\",\"late\""));
    CHECK_FALSE(fs::exists(out / "pages/late.html"));
    CHECK_FALSE(fs::exists(out / "gradescope/late.json"));
    for (const auto* name : {"junit.xml", "summary.md"}) {
        CHECK_THAT(read_file(out / name), !ContainsSubstring("late"));
    }
    CHECK_THAT(
        read_file(out / "class.html"),
        ContainsSubstring("<strong>late</strong>") && !ContainsSubstring("late.html") &&
            ContainsSubstring("<code>not-graded</code> <span class=\"n\">1</span></summary>"));
}

TEST_CASE("results that were never put together need their class") {
    const tests::scratch_folder folder;
    folder.write("out/seed", "7\n");
    grade_options o;
    o.folder = "out";
    o.what = grade_what::collected_only;
    CHECK_THAT(complaint([&] { return run_grade(in(folder.path()), o); }),
               ContainsSubstring("grade SUBMISSIONS --out out --collect"));
}

TEST_CASE("a class is handed to JPlag") {
    const tests::scratch_folder folder;
    folder.write("class/ada/labs/04-streams/lab.cu", "void a() { k<<<1, 1>>>(1); }\n");
    folder.write("class/bob/lab04/04.cu", "void b() {}\n");
    folder.write("class/bob/notes.txt", "mine\n");
    CHECK(run_similar(in(folder.path()), {"class", "jplag", "out", "4"}) == 0);
    CHECK(read_file(folder.path() / "out/04-streams/submissions/ada/lab.cpp") ==
          "void a() { k(1, 1)(1); }\n");
    CHECK(fs::exists(folder.path() / "out/04-streams/submissions/bob/lab.cpp"));
    CHECK(fs::file_size(folder.path() / "out/04-streams/base/lab.cpp") > 100);
    CHECK_FALSE(fs::exists(folder.path() / "out/01-blocking-copy"));
    CHECK_THAT(complaint([&] {
                   return run_similar(in(folder.path()), {"class", "jplag", "out", "4"});
               }),
               ContainsSubstring("there already"));
    CHECK_THAT(complaint([&] {
                   return run_similar(in(folder.path()), {"class", "dolos", "x", "4"});
               }),
               ContainsSubstring("jplag or moss"));
}

TEST_CASE("a workflow names the labs, and the repository where it is known") {
    const tests::scratch_folder folder;
    CHECK(run_workflow_file(in(folder.path()), {"labs.yml", "1-2,4"}) == 0);
    const auto text = read_file(folder.path() / "labs.yml");
    CHECK_THAT(text, ContainsSubstring("grade_step.sh handed-in grades \"1,2,4\""));
    CHECK_THAT(text, ContainsSubstring("\".github/workflows/labs.yml\"") &&
                         !ContainsSubstring("@LABS@") && !ContainsSubstring("@FILE@") &&
                         !ContainsSubstring("@COURSE_REPOSITORY@"));
    CHECK(github_repository("https://github.com/a-b/c.d.git") == "a-b/c.d");
    CHECK(github_repository("git@github.com:a/b") == "a/b");
    CHECK(github_repository("https://github.com/a/b/") == "a/b");
    CHECK_FALSE(github_repository("https://github.com/a/b; rm -rf /"));
    CHECK_FALSE(github_repository("https://example.org/a/b"));
    CHECK_FALSE(github_repository("https://github.com/a"));
    CHECK_THAT(complaint([&] {
                   return run_workflow_file(in(folder.path()), {"labs.yml", "3"});
               }),
               ContainsSubstring("labs.yml is there already"));
    CHECK(read_file(folder.path() / "labs.yml") == text);
}

TEST_CASE("a workflow speaks the language in which it was asked for, and does the same") {
    const tests::scratch_folder folder;
    auto chinese = in(folder.path());
    speak(chinese, language::chinese);
    fs::create_directory(folder.path() / "en");
    fs::create_directory(folder.path() / "zh");
    CHECK(run_workflow_file(in(folder.path()), {"en/labs.yml", "4"}) == 0);
    CHECK(run_workflow_file(chinese, {"zh/labs.yml", "4"}) == 0);
    // Each line but comments and the names of steps.
    const auto steps = [&](const std::string& file) {
        return tests::shell(folder.path(), "grep -v '^ *#\\|- name:' " + file).output;
    };
    CHECK_THAT(steps("zh/labs.yml"), ContainsSubstring("LAB_LANG: zh-CN\n"));
    auto other = steps("zh/labs.yml");
    other.replace(other.find("zh-CN"), 5, "en");
    CHECK(other == steps("en/labs.yml"));
}

TEST_CASE("what is no class, and what are no limits, is a mistake in the command") {
    const tests::scratch_folder folder;
    folder.write("class/ann/04.cu", "// a\n");
    folder.write("class.zip", "");
    folder.write("odd.toml", "[reading]\n");
    const auto said = [&](const std::string& place, const std::string& limits) {
        grade_options o;
        o.folder = place;
        o.limits = limits;
        return complaint([&] { return run_grade(in(folder.path()), o); });
    };
    CHECK_THAT(said("none", ""), ContainsSubstring("There is no folder none"));
    CHECK_THAT(said("class.zip", ""), ContainsSubstring("class.zip is a file"));
    CHECK_THAT(complaint([&] {
                   return run_similar(in(folder.path()), {"none", "jplag", "out", "4"});
               }),
               ContainsSubstring("There is no folder none"));
    CHECK_THAT(said("class", "none.toml"), ContainsSubstring("There is no file"));
    CHECK_THAT(said("class", "odd.toml"), ContainsSubstring("odd.toml"));
    CHECK_FALSE(fs::exists(folder.path() / "class-grades"));
}

TEST_CASE("the wrong level of folders is no class") {
    const tests::scratch_folder folder;
    const auto said = [&](const char* place) {
        grade_options o;
        o.folder = place;
        return complaint([&] { return run_grade(in(folder.path()), o); });
    };
    folder.write("results/seed", "7\n");
    folder.write("results/submissions/ann.json", "{}");
    CHECK_THAT(said("results"), ContainsSubstring("holds results of `lab grade`"));
    folder.write("ann/labs/04-streams/lab.cu", "// a\n");
    folder.write("ann/notes/x", "");
    CHECK_THAT(said("ann"), ContainsSubstring("one student hands in: it holds labs."));
    folder.write("ben/04-streams/lab.cu", "// b\n");
    CHECK_THAT(said("ben"), ContainsSubstring("it holds 04-streams."));
    folder.write("cleo/03.cu", "// c\n");
    folder.write("cleo/4.cu", "// c\n");
    folder.write("cleo/README.txt", "");
    CHECK_THAT(said("cleo"), ContainsSubstring("it holds 03.cu."));
    folder.write("dan/lab.cu", "// d\n");
    CHECK_THAT(said("dan"), ContainsSubstring("it holds lab.cu."));
    fs::create_directories(folder.path() / "empty");
    for (const auto* place : {"results", "ann", "ben", "cleo", "dan", "empty"}) {
        CHECK(complaint([&] {
                  return run_similar(in(folder.path()), {place, "jplag", "out", "4"});
              }) != "accepted");
        CHECK_FALSE(fs::exists(folder.path() / (std::string(place) + "-grades")));
    }
}

TEST_CASE("one odd name in a class stops nobody") {
    const tests::scratch_folder folder;
    folder.write("eve.cu", "// e\n");
    folder.write("lab.cu", "// somebody's\n");
    folder.write("labs/notes.txt", "somebody is called so\n");
    const auto entries = entries_of_class(folder.path()).submissions;
    CHECK_FALSE(why_no_class(folder.path(), entries, {"04-streams"}));
    CHECK_FALSE(why_no_class(folder.path(), {}, {"04-streams"}));
}

TEST_CASE("a GPU is chosen only where one measures") {
    const tests::scratch_folder folder;
    folder.write("class/ann/04.cu", "// a\n");
    grade_options o;
    o.folder = "class";
    o.gpu = "0";
    CHECK_THAT(complaint([&] { return run_grade(in(folder.path()), o); }),
               ContainsSubstring("--gpu chooses"));
    o.gpu.clear();
    o.engine = grade_engine::slurm;
    o.slurm.gres = "gpu:2";
    CHECK_THAT(complaint([&] { return run_grade(in(folder.path()), o); }),
               ContainsSubstring("--gres is what"));
    CHECK_FALSE(fs::exists(folder.path() / "class-grades"));
}

TEST_CASE("expressions in the workflow hold nothing that a student writes") {
    const auto text = read_file("checker/grading/workflow/overlap-labs.yml");  // Chinese: the same
    for (auto at = text.find("${{"); at != std::string::npos; at = text.find("${{", at + 1)) {
        const auto expression = text.substr(at, text.find("}}", at) - at);
        CHECK((expression == "${{ github.ref " ||
               expression == "${{ github.event.repository.name " ||
               expression == "${{ secrets.COURSE_TOKEN "));
    }
    // None of them in a line that a shell reads.
    for (auto at = text.find("run:"); at != std::string::npos; at = text.find("run:", at + 1)) {
        const auto next = text.find("- name:", at);
        CHECK(text.substr(at, next - at).find("${{") == std::string::npos);
    }
}

TEST_CASE("an autograder has the course without any answers") {
    const tests::scratch_folder folder;
    CHECK(run_autograder_folder(in(folder.path()), {"gs", "1,4", 77}) == 0);
    CHECK_THAT(read_file(folder.path() / "gs/grading.conf"),
               ContainsSubstring("LABS=1,4\nSEED=77\nLAB_LANG=en\n"));
    const auto mode = fs::status(folder.path() / "gs/run_autograder").permissions();
    CHECK((mode & fs::perms::owner_exec) != fs::perms::none);
    const auto list = tests::shell(folder.path() / "gs", "tar -tzf course.tar.gz").output;
    CHECK_THAT(list, ContainsSubstring("course.toml"));
    CHECK_THAT(list, ContainsSubstring("labs/04-streams/lab.hpp"));
    CHECK_THAT(list, !ContainsSubstring("\nsolutions/"));
    CHECK_THAT(list, !ContainsSubstring("checker/mutants"));
    CHECK_THAT(list, !ContainsSubstring("checker/tests/correct"));
    CHECK_THAT(complaint([&] {
                   return run_autograder_folder(in(folder.path()), {"gs", "1", {}});
               }),
               ContainsSubstring("there already"));
    auto chinese = in(folder.path());
    speak(chinese, language::chinese);
    CHECK(run_autograder_folder(chinese, {"zh", "1", 77}) == 0);
    CHECK_THAT(read_file(folder.path() / "zh/README.md"), ContainsSubstring("文件夹"));
    CHECK_THAT(read_file(folder.path() / "zh/grading.conf"),
               ContainsSubstring("种子") && ContainsSubstring("LAB_LANG=zh-CN\n"));
}

TEST_CASE("without the solutions a starter cannot be put back, and that is said") {
    const tests::scratch_folder folder;
    fs::copy_file("course.toml", folder.path() / "course.toml");
    folder.write("labs/01-blocking-copy/lab.cu", "// mine\n");
    auto without = in(folder.path());
    without.root = folder.path();
    CHECK_THAT(complaint([&] { return run_reset(without, "1"); }),
               ContainsSubstring("solutions/01-blocking-copy/lab.cu"));
    CHECK(read_file(folder.path() / "labs/01-blocking-copy/lab.cu") == "// mine\n");
}
