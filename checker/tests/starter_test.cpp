#include "checker/course/starter.hpp"
#include "checker/tests/catch.hpp"

using Catch::Matchers::ContainsSubstring;
using checker::starter_of;

TEST_CASE("the starter is the solution without the learner's part") {
    CHECK(starter_of("int f() {\n"
                     "    // LEARNER: return the answer\n"
                     "    return 42;\n"
                     "    //| return 0;\n"
                     "    // LEARNER END\n"
                     "}\n") ==
          "int f() {\n"
          "    // TODO: return the answer\n"
          "    return 0;\n"
          "}\n");
}

TEST_CASE("a file without a line end at its end keeps being one") {
    CHECK(starter_of("// LEARNER: x\n// LEARNER END\nint a;") == "// TODO: x\nint a;");
}

TEST_CASE("markers that do not pair are refused with their line") {
    const auto [text, words] = GENERATE(table<std::string, std::string>({
        {"int a;\n", "no \"// LEARNER:\""},
        {"", "no \"// LEARNER:\""},
        {"// LEARNER: x\n", "\"// LEARNER END\" is missing"},
        {"\n// LEARNER END\n", "line 2: \"// LEARNER END\" without"},
        {"// LEARNER: x\n// LEARNER: y\n", "line 2: a second"},
    }));
    CHECK_THROWS_WITH(starter_of(text), ContainsSubstring(words));
}
