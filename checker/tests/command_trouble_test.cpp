// What the lab command says when something is in its way: a mistake in the command line, a file
// that is missing or damaged, a program that does not compile or crashes.

#include "checker/course/atomic_file.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/small_course.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("an unknown lab gets the nearest name and status 2", "[trouble]") {
    const small_course course;
    for (const std::string word : {"check", "hint", "solution", "reset", "timeline"}) {
        const auto r = course.lab(word + " 02-revers");
        CHECK(r.status == 2);
        CHECK_THAT(r.output, ContainsSubstring("Did you mean 02-reverse? `lab list` shows them"));
    }
}

TEST_CASE("unknown words and options are usage errors", "[trouble]") {
    const small_course course;
    CHECK(course.lab("chekc").status == 2);
    CHECK_THAT(course.lab("chekc").output, ContainsSubstring("Did you mean check?"));
    CHECK(course.lab("check 1 --devise sim").status == 2);
    CHECK(course.lab("check 1 --device tpu").status == 2);
    CHECK(course.lab("timeline 1 -o .").status == 2);
    CHECK(course.lab("timeline 1 -o nowhere/picture.txt").status == 2);
    CHECK(course.lab("timeline 1 -o /dev/null").status == 2);
    CHECK(course.lab("timeline 1 -o some.cu").status == 2);
    CHECK(course.lab("timeline 1 -o picture.pdf").status == 2);
    CHECK(course.lab("timeline 1 --format svg -o README.md").status == 2);
    CHECK(course.lab("timeline 1 -o -").status == 2);
    CHECK(course.lab("report -o course.toml").status == 2);
    CHECK(course.lab("report -o page.txt").status == 2);
    const auto not_a_profile = course.lab("calibrate -o course.toml");
    CHECK(not_a_profile.status == 2);
    CHECK_THAT(not_a_profile.output, ContainsSubstring("is no machine profile"));
    CHECK(course.lab("calibrate -o nowhere/mine.toml").status == 2);
    CHECK(course.lab("cc a.cu -o a --default-stream both").status == 2);
    CHECK(course.lab("list >/dev/full").status == 4);
    const auto profile = course.lab("check 1 --solution --profile h201");
    CHECK(profile.status == 2);
    CHECK_THAT(profile.output,
               ContainsSubstring("no machine profile is called 'h201'; there are: a100, "));
    CHECK(course.lab("check --file x.cu").status == 2);
    CHECK(course.lab("hint").status == 2);
    CHECK(course.lab("check --help").status == 0);
}

TEST_CASE("the tests are built once the arguments are understood, and what is in the way is told",
          "[trouble]") {
    const small_course course;
    std::filesystem::create_directories(course.root() / "checker/command");
    write_atomically(course.root() / "checker/command/setup.sh",
                     "build_tests() { echo in the way; exit 4; }\n");
    for (const auto* mistake : {"--bogus", "unit", "--suite", "--suite labs"}) {
        const auto r = course.lab(std::string("test ") + mistake);
        CAPTURE(mistake, r.output);
        CHECK(r.status == 2);
        CHECK_THAT(r.output, ContainsSubstring("`lab test --help` shows more.") &&
                                 !ContainsSubstring("in the way"));
    }
    const auto r = course.lab("test --suite unit");
    CHECK(r.status == 4);
    CHECK(r.output == "in the way\n");
}

TEST_CASE("a file that is missing is named, with the way to get it", "[trouble]") {
    const small_course course;
    std::filesystem::remove(course.labs_file());
    const auto r = course.lab("check 1");
    CHECK(r.status == 2);
    CHECK_THAT(r.output, ContainsSubstring("There is no labs/01-add-one/lab.cu. `./lab reset 1`"));
    CHECK(course.lab("reset 1").status == 0);
    CHECK(course.lab("check 1").status == 1);

    CHECK_THAT(course.lab("check 1 --file nowhere.cu").output,
               ContainsSubstring("no file nowhere.cu"));
    CHECK_THAT(course.lab("check 1 --file labs").output, ContainsSubstring("labs is a folder"));
}

TEST_CASE("a folder with the name of the learner's file is told with the way out", "[trouble]") {
    const small_course course;
    std::filesystem::remove(course.labs_file());
    std::filesystem::create_directory(course.labs_file());
    for (const auto* command : {"check 1", "timeline 1", "reset 1"}) {
        INFO(command);
        const auto r = course.lab(command);
        CHECK(r.status == 2);
        CHECK_THAT(r.output, ContainsSubstring("labs/01-add-one/lab.cu is a folder") &&
                                 ContainsSubstring("`./lab reset 1`"));
    }
}

TEST_CASE("a file that is no text, or far too long, is not given to a compiler", "[trouble]") {
    const small_course course;
    write_atomically(course.root() / "binary.cu", std::string("int\0main", 8));
    write_atomically(course.root() / "long.cu", std::string((std::size_t{1} << 20) + 1, ' '));
    const auto binary = course.lab("check 1 --file binary.cu");
    CHECK(binary.status == 2);
    CHECK_THAT(binary.output, ContainsSubstring("binary.cu is no text"));
    const auto too_long = course.lab("check 1 --file long.cu");
    CHECK(too_long.status == 2);
    CHECK_THAT(too_long.output, ContainsSubstring("long.cu is larger than 1 MiB"));
}

TEST_CASE("a file without the function that lab.hpp asks for is told so", "[trouble]") {
    const small_course course;
    course.write_lab("#include \"lab.hpp\"\nvoid add_two(const int*, int*, int) {}\n");
    const auto r = course.lab("check 1 --json");
    CHECK(r.status == 1);
    const auto v = verdict_from_json(r.output.substr(r.output.rfind("{\"schema\"")));
    REQUIRE(v.checks.size() == 1);
    CHECK(v.checks[0].name == "links");
    CHECK_THAT(v.checks[0].message,
               ContainsSubstring("labs/01-add-one/lab.cu does not define `add_one("));
}

TEST_CASE("a compile error is shown with its line, as a failed check", "[trouble]") {
    const small_course course;
    course.write_lab("#include \"lab.hpp\"\nvoid add_one(const int*, int*, int) { missing(); }\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("lab.cu:2:"));
    CHECK_THAT(r.output, ContainsSubstring("compiles"));
    CHECK_THAT(r.output, ContainsSubstring("Mend the first error first"));
}

TEST_CASE("a crash and what was printed before it are shown", "[trouble]") {
    const small_course course;
    course.write_lab(
        "#include \"lab.hpp\"\n#include <cstdio>\n#include <cstdlib>\n"
        "void add_one(const int*, int*, int) { std::puts(\"here I am\"); std::fflush(stdout); "
        "std::abort(); }\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("here I am"));
    CHECK_THAT(r.output, ContainsSubstring("called abort()"));
}

TEST_CASE("without a compiler no verdict is made up", "[trouble]") {
    const small_course course;
    const auto r = course.lab("check 1", "PATH=/nonexistent CXX=");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("compiler"));
}

TEST_CASE("a damaged record of progress is said, and does not stop a check", "[trouble]") {
    const small_course course;
    std::filesystem::create_directories(course.root() / ".lab");
    write_atomically(course.root() / ".lab/progress.toml", "oops [");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("progress.toml.damaged-1"));
}

TEST_CASE("a broken course file is our error, with its line", "[trouble]") {
    const small_course course;
    write_atomically(course.root() / "course.toml", "[course\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("course.toml:1:"));
}

TEST_CASE("a full disk is said to be full", "[trouble]") {
    const small_course course;
    const auto state = course.root() / ".lab";
    std::filesystem::create_directories(state);
    const std::string mount = "mount -t tmpfs -o size=16k none '" + state.string() + "'";
    if (shell("/", "unshare --mount sh -c \"" + mount + "\"").status != 0) {
        SKIP("a small file system cannot be mounted here");
    }
    const auto script = course.root() / "full.sh";
    write_atomically(script, mount + " && exec '" + variable("LAB_PROGRAM") + "' check 1\n");
    const auto r =
        shell(course.root(), "LAB_ROOT='" + course.root().string() + "' LAB_BUILD='" +
                                 variable("MINIATURE_BUILD") + "' unshare --mount sh full.sh");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("full") || ContainsSubstring("space"));
}

TEST_CASE("alone, the program says that the script starts it", "[trouble]") {
    const auto r = shell("/", "env -u LAB_ROOT '" + variable("LAB_PROGRAM") + "' list");
    CHECK(r.status == 2);
    CHECK_THAT(r.output, ContainsSubstring("started by the script `lab`"));
}
