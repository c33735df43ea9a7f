// What is handed to other programs: similarity, Gradescope's autograder, workflows.

#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/plain_cpp.hpp"
#include "checker/grading/formats/similarity.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/golden.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

void check_golden(const std::string& name, const std::string& text) {
    tests::check_golden_file(std::filesystem::path("checker/tests/formats/golden") / name, text);
}

const std::vector<handed_in> files = {
    {"ada", "04-streams", "advance<<<1, 2, 0, s>>>(p);\n"},
    {"bob", "04-streams", "advance<<<2, 1>>>(p);\n"},
    {"cyd", "04-streams", "// starter\n"},
    {"ada", "01-blocking-copy", "x();\n"},
};
const std::vector<starter_text> starters = {{"01-blocking-copy", "// starter\n"},
                                            {"04-streams", "// starter\n"}};

}  // namespace

TEST_CASE("launches become calls, line for line") {
    CHECK(as_plain_cpp("a<<<1, f(2), 0, s>>>(x);") == "a(1, f(2), 0, s)(x);");
    CHECK(as_plain_cpp("ns::a<int><<<(b > c), d>>>(x);\n") == "ns::a<int>((b > c), d)(x);\n");
    CHECK(as_plain_cpp("a<<<dim3(x >> 1), v[1 > 0]\n>>>(x);") == "a(dim3(x >> 1), v[1 > 0]\n)(x);");
    CHECK(as_plain_cpp("vector<vector<vector<int>>> v;") == "vector<vector<vector<int>>> v;");
    CHECK(as_plain_cpp("// a<<<1,1>>>()\nauto s = \"<<<>>>\";") ==
          "// a<<<1,1>>>()\nauto s = \"<<<>>>\";");
    CHECK(as_plain_cpp("__global__ void k(int* __restrict__ p)") == " void k(int* __restrict__ p)");
    CHECK(as_plain_cpp("a<<<1, b<c<d>>>") == "a(1, b<c<d)");  // no launch: no harm either
    CHECK(as_plain_cpp("a<<<") == "a(");
    CHECK(as_plain_cpp(")))>>>") == ")))>>>");
}

TEST_CASE("a class for JPlag: a folder for each lab that two have handed in") {
    const auto made = similarity_files(similarity_tool::jplag, files, starters, {});
    REQUIRE(made.files.size() == 4);
    CHECK(made.files.at("04-streams/submissions/ada/lab.cpp") == "advance(1, 2, 0, s)(p);\n");
    CHECK(made.files.at("04-streams/base/lab.cpp") == "// starter\n");
    CHECK(made.compared == 2);
    CHECK(made.starters == 1);
    CHECK(made.alone == 1);
    check_golden("jplag-readme.md", made.files.at("README.md"));
}

TEST_CASE("a class for MOSS: the files as they are") {
    const auto made = similarity_files(similarity_tool::moss, files, starters, {});
    REQUIRE(made.files.size() == 4);
    CHECK(made.files.at("04-streams/submissions/bob/lab.cu") == files[1].text);
    CHECK(made.files.at("04-streams/base/lab.cu") == "// starter\n");
    check_golden("moss-readme.md", made.files.at("README.md"));
    const auto say = translation::load("checker/messages/zh-CN.words.toml");
    check_golden(
        "moss-readme-zh-CN.md",
        similarity_files(similarity_tool::moss, files, starters, say).files.at("README.md"));
}

namespace {

/// A Gradescope container with a `lab` that acts as `script`, and tools that need no rights.
class container {
public:
    explicit container(const std::string& script) {
        program("source/course/build/checker/command/lab", script);
        program("bin/runuser", "shift 3; exec \"$@\"");
        program("bin/chown", "exit 0");
        program("bin/pkill", "echo killed >>\"$LOG\"");
        folder_.write("submission/labs/04-streams/lab.cu", "mine\n");
        settings("auto");
    }
    void settings(const std::string& box) const {
        folder_.write("source/grading.conf", "LABS=4\nSEED=77\nLAB_LANG=en\nSANDBOX=" + box + "\n");
    }
    void program(const std::string& name, const std::string& script) const {
        std::filesystem::permissions(folder_.write(name, "#!/bin/bash\n" + script + "\n"),
                                     std::filesystem::perms::owner_all);
    }
    [[nodiscard]] tests::command_result run() const {
        const auto here = folder_.path().string();
        return tests::shell(".", "PATH=" + here + "/bin:$PATH LOG=" + here +
                                     "/log AUTOGRADER_FOLDER=" + here +
                                     " checker/grading/autograder/run_autograder");
    }
    [[nodiscard]] std::string file(const std::string& name) const {
        const auto path = folder_.path() / name;
        return std::filesystem::exists(path) ? read_file(path) : "";
    }

private:
    tests::scratch_folder folder_;
};

/// Like `lab grade`: notes how it was called, and leaves results.
const std::string grades =
    "echo \"$@\" >\"$LOG\"; cat \"$2/submission/labs/04-streams/lab.cu\"\n"
    "mkdir -p \"$4/gradescope\"; echo '{}' >\"$4/gradescope/submission.json\"";

}  // namespace

TEST_CASE("the autograder grades in the sandbox where there is one") {
    const container c(grades);
    c.program("bin/bwrap", "exit 0");
    const auto done = c.run();
    INFO(done.output);
    CHECK(done.status == 0);
    CHECK(c.file("results/results.json") == "{}\n");
    CHECK_THAT(c.file("log"), ContainsSubstring("--labs 4 --seed 77 --jobs 1\n"));
}

TEST_CASE("without a sandbox the autograder says so, and leaves nothing running") {
    const container c(grades);
    c.program("bin/bwrap", "echo no user namespaces >&2; exit 1");
    const auto done = c.run();
    CHECK(done.status == 0);
    CHECK_THAT(done.output, ContainsSubstring("no user namespaces"));
    CHECK_THAT(c.file("log"), ContainsSubstring("--no-sandbox\nkilled\n"));
    CHECK(c.file("results/results.json") == "{}\n");
    c.settings("yes");
    CHECK(c.run().status == 4);
}

TEST_CASE("where something of ours goes wrong, the autograder leaves no results") {
    const container c("exit 4");
    c.program("bin/bwrap", "exit 0");
    const auto done = c.run();
    CHECK(done.status == 4);
    CHECK(c.file("results/results.json").empty());
    CHECK_THAT(done.output, ContainsSubstring("status 4"));
}

TEST_CASE("the step of a workflow fails where a lab is not passed") {
    const tests::scratch_folder folder;
    const auto passed = [&](const std::string& counts) {
        const auto fake = folder.write(
            "lab",
            "#!/bin/sh\nmkdir -p \"$4\"\nprintf '<?xml?>\\n<testsuites name=\"x\" tests=\"2\" " +
                counts + ">\\n' >\"$4/junit.xml\"\n");
        std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
        return tests::shell(".", "LAB='" + fake.string() +
                                     "' checker/grading/workflow/grade_step.sh class '" +
                                     (folder.path() / "out").string() + "' 4")
            .status;
    };
    CHECK(passed(R"(failures="0" errors="0" skipped="1")") == 0);
    CHECK(passed(R"(failures="1" errors="0" skipped="0")") == 1);
    CHECK(passed(R"(failures="0" errors="1" skipped="0")") == 1);
    CHECK(passed(R"(failures="10" errors="0" skipped="0")") == 1);
}

TEST_CASE("shell scripts are clean") {
    if (tests::shell(".", "command -v shellcheck").status != 0) {
        SKIP("no shellcheck on this machine");
    }
    const auto said = tests::shell(".",
                                   "shellcheck checker/grading/autograder/setup.sh "
                                   "checker/grading/autograder/run_autograder "
                                   "checker/grading/workflow/grade_step.sh");
    CHECK(said.output.empty());
    CHECK(said.status == 0);
}
