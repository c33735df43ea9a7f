#include "checker/tests/one_unit.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// What each answer looks like, as far as it matters here.
std::string answer(const std::string& body) {
    return "#include \"lab.hpp\"\n"
           "#include <cstddef>\n"
           "#define TRY(call) \\\n"
           "    call\n"
           "using std::size_t;\n"
           "int process(const job& work) { " +
           body + " }\n";
}

class lab_of_two {
public:
    explicit lab_of_two(const std::string& second) {
        folder_.write("contract/lab.hpp",
                      "#pragma once\nstruct job { int n; };\nint process(const job& work);\n");
        const auto one = folder_.write("one.cu", answer("return TRY(work.n);"));
        const auto two = folder_.write("two.cu", answer(second));
        folder_.write("all.cpp", one_unit(folder_.path() / "contract", {one, two}));
    }
    [[nodiscard]] command_result compiled() const {
        return shell(folder_.path(), "c++ -std=c++20 -Werror -fsyntax-only all.cpp");
    }

private:
    scratch_folder folder_;
};

}  // namespace

TEST_CASE("answers with the same names and macros make one unit") {
    const auto result =
        lab_of_two("return work.n < 2 ? 1 : TRY(process({work.n - 1}));").compiled();
    CHECK(result.output.empty());
    CHECK(result.status == 0);
}

TEST_CASE("what is wrong with one of the answers is told with its own file and line") {
    const auto result = lab_of_two("return nothing;").compiled();
    CHECK(result.status != 0);
    CHECK_THAT(result.output, ContainsSubstring("two.cu:6:"));
}
