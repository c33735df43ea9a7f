// What is handed to other programs: similarity, Gradescope's autograder, workflows.

#include <cstdlib>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/plain_cpp.hpp"
#include "checker/grading/formats/similarity.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

void check_golden(const std::string& name, const std::string& text) {
    const auto file = std::filesystem::path("checker/tests/formats/golden") / name;
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        write_atomically(file, text);
    }
    CHECK(text == read_file(file));
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
    REQUIRE(made.size() == 4);
    CHECK(made.at("04-streams/submissions/ada/lab.cpp") == "advance(1, 2, 0, s)(p);\n");
    CHECK(made.at("04-streams/base/lab.cpp") == "// starter\n");
    check_golden("jplag-readme.md", made.at("README.md"));
}

TEST_CASE("a class for MOSS: the files as they are") {
    const auto made = similarity_files(similarity_tool::moss, files, starters, {});
    REQUIRE(made.size() == 4);
    CHECK(made.at("04-streams/submissions/bob/lab.cu") == files[1].text);
    CHECK(made.at("04-streams/base/lab.cu") == "// starter\n");
    check_golden("moss-readme.md", made.at("README.md"));
    const auto say = translation::load("checker/messages/zh-CN.words.toml");
    check_golden("moss-readme-zh-CN.md",
                 similarity_files(similarity_tool::moss, files, starters, say).at("README.md"));
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
