// The lab command as a whole, on a course in small: what a learner does with it.

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "checker/course/atomic_file.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/supervise/file_lock.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/small_course.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a starter fails with its diagnosis, and the way on is said") {
    const small_course course;
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one  FAIL  0 of 4 points"));
    CHECK_THAT(r.output, ContainsSubstring("Element 0 is 0, it should be 8."));
    CHECK_THAT(r.output,
               ContainsSubstring("Next: edit labs/01-add-one/lab.cu, then ./lab check 1"));
}

TEST_CASE("a pass is remembered, and the next lab named") {
    const small_course course;
    course.solve();
    const auto r = course.lab("check 01-add-one");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("Next: 02-reverse (Reverse)"));
    CHECK_THAT(course.lab("").output, ContainsSubstring("4 of 10 points"));
    CHECK_THAT(course.lab("check").output, ContainsSubstring("02-reverse  FAIL"));

    // Worse later is not unlearnt.
    course.write_lab("#include \"lab.hpp\"\nvoid add_one(const int*, int*, int) {}\n");
    CHECK(course.lab("check 1").status == 1);
    CHECK_THAT(course.lab("").output, ContainsSubstring("4 of 10 points"));
}

TEST_CASE("JSON has one verdict a line and nothing else") {
    const small_course course;
    const auto r = course.lab("check 1 2 --solution --json");
    CHECK(r.status == 0);
    const auto end = r.output.find('\n');
    CHECK(verdict_from_json(r.output.substr(0, end)).lab == "01-add-one");
    CHECK(verdict_from_json(r.output.substr(end + 1)).lab == "02-reverse");
    CHECK_FALSE(std::filesystem::exists(course.root() / ".lab/progress.toml"));
}

TEST_CASE("a GPU that is not there is said, and the simulated device offered") {
    // The small course has no checkers for a GPU, wherever this runs.
    const small_course course;
    course.solve();
    const auto r = course.lab("check 1 --device gpu");
    CHECK(r.status == 3);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one  unclear  0 of 4 points  (device gpu)"));
    CHECK_THAT(r.output, ContainsSubstring("CUDA Toolkit"));
    CHECK_THAT(r.output, ContainsSubstring("--device sim") && !ContainsSubstring("Next: edit"));
    const auto json = nlohmann::json::parse(course.lab("check 1 --device gpu --json").output);
    CHECK(json.at("status") == "inconclusive");
    CHECK(json.at("device") == "gpu");
    CHECK(json.at("points") == 0);
    // It is no try that counts; the same file passes where nothing is missing.
    CHECK_THAT(course.lab("list").output, !ContainsSubstring("inconclusive"));
    CHECK(course.lab("check 1 --device auto").status == 0);
    CHECK(course.lab("demo --device gpu").status == 3);
    CHECK(course.lab("calibrate").status == 3);
}

TEST_CASE("doctor tells GPU, driver and CUPTI apart") {
    const small_course course;
    const auto r = course.lab("doctor");
    CHECK(r.status == 0);
    for (const auto* line : {"CUDA Toolkit", "NVIDIA driver", "GPU ", "CUPTI", "checks on a GPU"}) {
        CHECK_THAT(r.output, ContainsSubstring(line));
    }
}

TEST_CASE("any folder will do, and --file is meant from there") {
    const small_course course;
    const scratch_folder elsewhere;
    elsewhere.write("mine.cu", read_file(course.solution()));
    CHECK(course.lab_from(elsewhere.path(), "check 1 --file mine.cu").status == 0);
    CHECK(course.lab_from(elsewhere.path(), "check 1").status == 1);
    CHECK(course.lab_from("/", "list").status == 0);
}

TEST_CASE("two checks of one file take turns") {
    const small_course course;
    const auto folder = course.root() / ".lab/run/01-add-one/yours";
    std::filesystem::create_directories(folder);
    auto held = std::make_unique<file_lock>(folder / "lock", [] {});
    std::thread release([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        held.reset();
    });
    const auto r = course.lab("check 1");
    release.join();
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("Another `lab` is checking 01-add-one right now"));
}

TEST_CASE("hints go one step further each time") {
    const small_course course;
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("hint 1 of 3\n\nThe output is not"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("hint 2 of 3"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("out[i] = in[i] + 1;"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("the last hint"));

    // The first one repeats what the last check said, in its words.
    CHECK(course.lab("check 1").status == 1);
    const std::string hint = course.lab("hint 1").output;
    CHECK_THAT(hint, ContainsSubstring("hint 1 of 4\n\nYour last check said wrong-result"));
    CHECK_THAT(hint, ContainsSubstring("Element 0 is 0, it should be"));
}

TEST_CASE("the solution waits for a pass, or for --reveal") {
    const small_course course;
    CHECK(course.lab("solution 1").status == 1);
    CHECK_THAT(course.lab("solution 1").output, ContainsSubstring("solution 1 --reveal"));
    CHECK_THAT(course.lab("solution 1 --reveal").output, ContainsSubstring("out[i] = in[i] + 1;"));
    course.solve();
    CHECK(course.lab("check 1").status == 0);
    CHECK(course.lab("solution 1").status == 0);
}

TEST_CASE("reset brings the starter back and keeps what was there") {
    const small_course course;
    const auto starter = read_file(course.labs_file());
    CHECK_THAT(course.lab("reset 1").output, ContainsSubstring("untouched starter"));
    course.write_lab("my work");
    CHECK(course.lab("reset 1").status == 0);
    CHECK(read_file(course.labs_file()) == starter);
    int backups = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(course.root() / ".lab/backup/01-add-one")) {
        CHECK(read_file(entry.path()) == "my work");
        ++backups;
    }
    CHECK(backups == 1);
}

TEST_CASE("demo shows each solution and where to go next") {
    const small_course course;
    const auto r = course.lab("demo");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one             pass"));
    CHECK_THAT(r.output, ContainsSubstring("02-reverse             pass"));
    CHECK_THAT(r.output, ContainsSubstring("Now you: read labs/01-add-one/README.md"));
}

TEST_CASE("list is there for programs too") {
    const small_course course;
    const auto labs = nlohmann::json::parse(course.lab("list --json").output);
    REQUIRE(labs.size() == 2);
    CHECK(labs[0]["lab"] == "01-add-one");
    CHECK(labs[1]["max_points"] == 6);
}

TEST_CASE("the report tells the last checks, and what was expected of them") {
    const small_course course;
    CHECK(course.lab("predict 2 --time 3ms --together h2d+compute --apart h2d+d2h").status == 0);
    course.solve();
    CHECK(course.lab("check 1").status == 0);
    CHECK(course.lab("check 2").status == 1);
    const auto r = course.lab("report -o r.html", "LAB_LANG=en");
    CHECK(r.status == 0);
    auto page = read_file(course.root() / "r.html");
    CHECK_THAT(page, ContainsSubstring("1 of 2 labs passed, 4 of 10 points. Next: 02-reverse"));
    CHECK_THAT(page, ContainsSubstring("<span class=\"status fail\">fail</span>"));
    CHECK_THAT(page, ContainsSubstring("Element 0 is 0, it should be 2."));
    CHECK_THAT(page, ContainsSubstring("H2D and compute side by side"));
    CHECK_THAT(page, !ContainsSubstring(course.root().string()));
    CHECK_THAT(page, !ContainsSubstring("was changed after this check"));

    // The same again gives the same file; a change of the lab's file is said.
    CHECK(course.lab("report", "LAB_LANG=en").status == 0);
    CHECK(read_file(course.root() / ".lab/report.html") == page);
    course.write_lab("// other\n");
    course.translate();
    CHECK(course.lab("report -o r.html", "LAB_LANG=zh-CN").status == 0);
    page = read_file(course.root() / "r.html");
    CHECK_THAT(page, ContainsSubstring("<html lang=\"zh-CN\">"));
    CHECK_THAT(page, ContainsSubstring("重新检查：./lab check 1"));
}

TEST_CASE("a report of nothing says what to do, and a report of the solutions has no progress") {
    const small_course course;
    CHECK(course.lab("report -o r.html", "LAB_LANG=en").status == 0);
    CHECK_THAT(read_file(course.root() / "r.html"),
               ContainsSubstring("Not checked yet: ./lab check 1"));
    CHECK(course.lab("check 1 2 --solution").status == 0);
    CHECK(course.lab("report --solution -o r.html", "LAB_LANG=en").status == 0);
    CHECK_THAT(read_file(course.root() / "r.html"),
               ContainsSubstring("2 of 2 labs passed, 10 of 10 points. All labs are passed."));
    CHECK_THAT(course.lab("").output, ContainsSubstring("0 of 10 points"));
    CHECK(course.lab("report -o labs/01-add-one/lab.cu").status == 2);
    CHECK(course.lab("report -o nowhere/r.html").status == 2);
}

TEST_CASE("a prediction is asked for, kept, and never changes a verdict") {
    const small_course course;
    const auto r = course.lab("predict 1 </dev/null", "LAB_LANG=en");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("Nothing was predicted"));
    CHECK_THAT(r.output, !ContainsSubstring("side by side"));
    write_atomically(course.root() / "answers", "soon\n2 ms\ny\nperhaps\nn\n\n");
    const auto done = course.lab("predict 1 <answers", "LAB_LANG=en");
    CHECK_THAT(done.output, ContainsSubstring("That is no time."));
    CHECK_THAT(done.output, ContainsSubstring("Answer y or n"));
    CHECK_THAT(done.output, ContainsSubstring("Now look: ./lab check 1"));
    const auto record = read_file(course.root() / ".lab/progress.toml");
    CHECK_THAT(record, ContainsSubstring("expected_ms = 2"));
    CHECK_THAT(record, ContainsSubstring("h2d+compute"));
    CHECK(course.lab("predict 1 --time soon").status == 2);
    CHECK(course.lab("predict 1 --together d2h+moon").status == 2);
    const auto both = course.lab("predict 1 --together h2d+d2h --apart h2d+d2h");
    CHECK(both.status == 2);
    CHECK_THAT(both.output, ContainsSubstring("it is one or the other"));
    CHECK(course.lab("check 1").status == 1);
    CHECK_THAT(read_file(course.root() / ".lab/progress.toml"),
               ContainsSubstring("expected_ms = 2"));
}
