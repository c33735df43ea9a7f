#include "checker/command/lab_build.hpp"
#include "checker/tests/catch.hpp"

using Catch::Matchers::ContainsSubstring;
using checker::link_complaint;

namespace {

std::string said(const std::string& output) {
    const auto complaint =
        link_complaint(output, "run", "labs/04-streams/lab.cu", "labs/04-streams/lab.hpp");
    if (!complaint) {
        return "nothing";
    }
    std::string text;
    for (const auto& paragraph : *complaint) {
        text += paragraph.english() + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("a function that lab.hpp asks for and nobody defines is named, with the file") {
    const auto output = GENERATE(
        "/usr/bin/ld: a.o: in function `main':\nc.cpp:(.text+0x5): undefined reference to "
        "`overlap::run(int const*, unsigned long)'\ncollect2: error: ld returned 1 exit status\n",
        "ld.lld: error: undefined symbol: overlap::run(int const*, unsigned long)\n>>> referenced "
        "by c.cpp\n",
        "Undefined symbols for architecture arm64:\n  \"overlap::run(int const*, unsigned long)\", "
        "referenced from:\n      _main in c.o\n");
    CHECK_THAT(said(output), ContainsSubstring("labs/04-streams/lab.cu does not define "
                                               "`overlap::run(int const*, unsigned long)`"));
    CHECK_THAT(said(output),
               ContainsSubstring("Copy the declaration from labs/04-streams/lab.hpp"));
}

TEST_CASE("another undefined function is not taken for it") {
    CHECK_THAT(said("x: undefined reference to `rerun(int)'\n"),
               ContainsSubstring("uses `rerun(int)`, which is declared somewhere"));
}

TEST_CASE("a main of the learner's is named") {
    CHECK_THAT(said("ld: x.o: multiple definition of `main'; y.o: first defined here\n"),
               ContainsSubstring("defines `main`"));
}

TEST_CASE("other complaints are left to the compiler's words") {
    CHECK(said("lab.cu:3:1: error: 'x' was not declared\n") == "nothing");
    CHECK(said("undefined reference to `cut off") == "nothing");
    CHECK(said("") == "nothing");
}
