#include <algorithm>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/tests/workbench.hpp"

using namespace simcuda::driver;
using namespace simcuda::driver::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A mistake, and where each compiler has to point: g++ and clang++ choose different ends of some.
struct mistake {
    std::string name, code;
    std::string gcc_place, clang_place;
    std::string word;
};

const std::string kernels =
    "__global__ void k(float* p, float a, int n) { int i = threadIdx.x; if (i < n) p[i] = a; }\n"
    "template <class T> __global__ void tk(T* p, int n) {\n"
    "    int i = threadIdx.x; if (i < n) p[i] = T::none;\n"
    "}\n";

const std::vector<mistake> mistakes{
    {"unknown variable in the configuration",
     "void f(float* p) {\n    k<<<gird, 256>>>(p, 1.0f, 3);\n}\n", "6:9", "6:9", "gird"},
    {"the same after a tab and a UTF-8 comment",
     "void f(float* p) {\n/* \xc3\xa9 */\tk<<<gird, 256>>>(p, 1.0f, 3);\n}\n", "6:13", "6:14",
     "gird"},
    {"unknown stream, second statement of a line",
     "void f(float* p) {\n    p = nullptr; k<<<1, 256, 0, stream>>>(p, 1.0f, 3);\n}\n", "6:33",
     "6:33", "stream"},
    {"configuration over several lines",
     "void f(float* p) {\n    k<<<1,\n        blocks>>>(p,\n                  1.0f, many);\n}\n",
     "7:9", "7:9", "blocks"},
    {"argument over several lines",
     "void f(float* p) {\n    k<<<1,\n        2>>>(p,\n             1.0f, many);\n}\n", "8:20",
     "8:20", "many"},
    {"wrong argument type", "void f(float* p) {\n    k<<<1, 256>>>(p, p, 3);\n}\n", "6:22", "6:5",
     "float"},
    {"too few arguments", "void f(float* p) {\n    k<<<1, 256>>>(p);\n}\n", "6:18", "6:5",
     "argument"},
    {"missing semicolon",
     "void f(float* p) {\n    k<<<1, 256>>>(p, 1.0f, 3)\n    p = nullptr;\n}\n", "6:30", "6:30",
     "';'"},
    {"undeclared kernel", "void f(float* p) {\n    kernel<<<1, 256>>>(p);\n}\n", "6:5", "6:5",
     "kernel"},
    {"undeclared function in a kernel", "__global__ void j(int* p) { p[0] = 1; unknown(p); }\n",
     "5:39", "5:39", "unknown"},
    {"in a kernel's second line", "__global__ void j(int* p)\n{\n    p[0] = 1; unknown(p);\n}\n",
     "7:15", "7:15", "unknown"},
    {"in the line after a kernel", "__global__ void j() { } int x = y;\n", "5:33", "5:33", "y"},
    {"inside a template kernel", "void f(float* p) {\n    tk<<<1, 256>>>(p, 3);\n}\n", "3:47",
     "3:44", "float"},
    {"wrong kind of grid", "void f(float* p) {\n    k<<<p, 256>>>(p, 1.0f, 3);\n}\n", "6:9", "6:9",
     "dim3"},
    {"in an argument of a macro",
     "#define RUN(...) do { __VA_ARGS__; } while (0)\nvoid f(float* p) {\n    RUN(k<<<1, "
     "wrong>>>(p, "
     "1.0f, 3));\n}\n",
     "7:16", "7:16", "wrong"},
    {"a launch without threads", "void f(float* p) {\n    k<<<1>>>(p, 1.0f, 3);\n}\n", "6:6", "6:6",
     "not how many threads"},
    {"a kernel called like a function",
     "__global__ void brighten(float* p) { *p = 1; }\nvoid f(float* p) {\n    brighten(p);\n}\n",
     "7:5", "7:5", "Launch it: brighten<<<blocks, threads>>>(arguments)"},
    {"in a lambda",
     "void f(float* p) {\n    auto g = [&](int n) { k<<<n, wrong>>>(p, 1.0f, 3); }; g(1);\n}\n",
     "6:34", "6:34", "wrong"},
};

/// Quotes and apostrophes as in the C locale.
std::string plain_quotes(std::string text) {
    for (const std::string_view quote : {"\xe2\x80\x98", "\xe2\x80\x99"}) {
        for (std::size_t at = text.find(quote); at != std::string::npos; at = text.find(quote)) {
            text.replace(at, quote.size(), "'");
        }
    }
    return text;
}

}  // namespace

TEST_CASE("compile errors point at the learner's own line and column", "[driver]") {
    for (const std::string& compiler : compilers()) {
        for (const mistake& each : mistakes) {
            workbench bench;
            const auto source = bench.write("lab.cu", kernels + each.code);
            const outcome made = compile(bench.ask(source, compiler));
            const std::string told = plain_quotes(bench.take_told());
            const bool is_clang = compiler == "clang++";
            INFO(compiler << ": " << each.name << "\n" << told);
            CHECK(made.status == build_status::rejected);
            CHECK_THAT(told, ContainsSubstring(source.string() + ":" +
                                               (is_clang ? each.clang_place : each.gcc_place) +
                                               ": error: "));
            CHECK_THAT(told, ContainsSubstring(each.word));
            CHECK(bench.is_tidy());
        }
    }
}

TEST_CASE("errors in a header name the header", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        bench.write("own.cuh", "#pragma once\ninline void f() {\n    k<<<1, 1>>>();\n}\n");
        const auto source = bench.write("lab.cu", "#include \"own.cuh\"\n");
        CHECK(compile(bench.ask(source, compiler)).status == build_status::rejected);
        CHECK_THAT(bench.take_told(), ContainsSubstring("own.cuh:3:5: error: "));
    }
}

TEST_CASE("good code builds without a word", "[driver]") {
    for (const std::string& compiler : compilers()) {
        for (const char* const level : {"-O0", "-O2"}) {
            workbench bench;
            const auto source = std::filesystem::path(CASES_FOLDER) / "torture.cu";
            request wanted = bench.ask(source, compiler);
            wanted.flags = {level, "-Wshadow"};
            const outcome made = compile(wanted);
            INFO(compiler << " " << level);
            CHECK(bench.take_told().empty());
            CHECK(made.status == build_status::built);
        }
    }
}

TEST_CASE("a habitual main is no reason for a warning", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto source = bench.write("habit.cu",
                                        "__global__ void k(int* p, int unused) { *p = 1; }\n"
                                        "int main(int argc, char** argv) {\n"
                                        "    k<<<1, 1>>>(nullptr, 0);\n}\n");
        CHECK(compile(bench.ask(source, compiler)).status == build_status::built);
        CHECK(bench.take_told().empty());
        // Whoever wants to know is told.
        request wanted = bench.ask(source, compiler);
        wanted.flags = {"-Wunused-parameter"};
        CHECK(compile(wanted).status == build_status::built);
        CHECK_THAT(bench.take_told(), ContainsSubstring("habit.cu:2:14: warning: "));
    }
}

TEST_CASE("what is not simulated stops the build with its reason", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto source = bench.write("lab.cu", "int f() {\n    cuInit(0);\n}\n");
        CHECK(compile(bench.ask(source, compiler)).status == build_status::rejected);
        const std::string told = bench.take_told();
        CHECK_THAT(told, ContainsSubstring("lab.cu:2:5: error: 'cuInit' is not simulated: "));
        CHECK_THAT(told, ContainsSubstring("    2 |     cuInit(0);\n      |     ^\n"));

        const auto missing = bench.write("lab.cu", "#include <cub/no_such.cuh>\n");
        CHECK(compile(bench.ask(missing, compiler)).status == build_status::rejected);
        CHECK_THAT(bench.take_told(), ContainsSubstring("CUB needs the CUDA Toolkit"));
    }
}

TEST_CASE("prose in a branch that is not compiled is no error", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto source = bench.write(
            "lab.cu",
            "#if 0\n    We don't do this: k<<<1, 1>>>(\n#endif\n__global__ void k() {}\n"
            "void f() {\n    k<<<1, blocks>>>();\n}\n");
        CHECK(compile(bench.ask(source, compiler)).status == build_status::rejected);
        const std::string told = bench.take_told();
        CHECK_THAT(told, ContainsSubstring("lab.cu:6:12: error: "));
        CHECK_THAT(told, !ContainsSubstring("unterminated"));
    }
}

TEST_CASE("#warning is told once", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto source = bench.write("lab.cu", "#warning only once\nint x;\n");
        CHECK(compile(bench.ask(source, compiler)).status == build_status::built);
        const std::string told = bench.take_told();
        const std::size_t first = told.find(": warning: ");
        REQUIRE(first != std::string::npos);
        CHECK(told.find(": warning: ", first + 1) == std::string::npos);
    }
}
