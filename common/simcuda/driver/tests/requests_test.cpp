#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/tests/workbench.hpp"

using namespace simcuda::driver;
using namespace simcuda::driver::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

void check_refused(workbench& bench, const request& wanted, build_status status,
                   const std::string& says) {
    const outcome made = compile(wanted);
    CHECK(made.status == status);
    CHECK_THAT(bench.take_told(), ContainsSubstring(says));
}

}  // namespace

TEST_CASE("requests that cannot be done are refused in plain words", "[driver]") {
    workbench bench;
    const auto source = bench.write("a.cu", "int main() {}\n");
    const request good = bench.ask(source, "");
    const auto with_source = [&good](const std::filesystem::path& other) {
        request wanted = good;
        wanted.sources = {other};
        return wanted;
    };
    const auto with_output = [&good](const std::filesystem::path& other) {
        request wanted = good;
        wanted.output = other;
        return wanted;
    };
    check_refused(bench, with_source(bench.at("none.cu")), build_status::misused, "does not exist");
    check_refused(bench, with_source(bench.at("")), build_status::misused, "is a folder");
    check_refused(bench, with_source(bench.write("a.txt", "x")), build_status::misused,
                  "no CUDA or C++ source");
    check_refused(bench, with_source(bench.write("b.cu", "")), build_status::misused, "is empty");
    check_refused(bench, with_source("/dev/null"), build_status::misused, "no ordinary file");
    check_refused(bench, with_output({}), build_status::misused, "-o PROGRAM");
    check_refused(bench, with_output(bench.at("")), build_status::misused, "is a folder");
    check_refused(bench, with_output(bench.at("none/out.o")), build_status::misused, "mkdir -p");
    check_refused(bench, with_output(source), build_status::misused, "would replace the source");
    check_refused(bench, with_output("/dev/null"), build_status::misused, "no ordinary file");
    check_refused(bench, with_output(source / "out.o"), build_status::misused, "is a file");
    check_refused(bench, with_output(bench.at(std::string(300, 'x'))), build_status::misused,
                  "nothing can be written to '" + bench.at("").parent_path().string());
    if (std::filesystem::is_directory("/proc/self")) {
        check_refused(bench, with_output("/proc/x"), build_status::misused,
                      "nothing can be written to '/proc' (");
    }
    request two = good;
    two.sources.push_back(bench.write("c.cu", "int x;\n"));
    check_refused(bench, two, build_status::misused, "one source");
    request none = good;
    none.sources.clear();
    check_refused(bench, none, build_status::misused, "at least one .cu");
    request unknown = good;
    unknown.compiler = "no-such-compiler";
    check_refused(bench, unknown, build_status::broken, "no-such-compiler");
    CHECK(exit_status(build_status::misused) == 2);
    CHECK(exit_status(build_status::broken) == 4);
}

TEST_CASE("an output that cannot be written is named", "[driver]") {
    workbench bench;
    const auto folder = bench.at("locked");
    std::filesystem::create_directory(folder);
    ::chmod(folder.c_str(), 0500);
    if (::access(folder.c_str(), W_OK) == 0) {
        SKIP("this user may write everywhere");
    }
    request wanted = bench.ask(bench.write("a.cu", "int x;\n"), "");
    wanted.output = folder / "out.o";
    check_refused(bench, wanted, build_status::misused, "nothing can be written");
}

TEST_CASE("a standard that the headers do not know is refused in one sentence", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        request wanted = bench.ask(bench.write("a.cu", "__global__ void k() {}\n"), compiler);
        for (const char* const old :
             {"-std=c++98", "-std=gnu++03", "-std=c++11", "-std=gnu++14", "-std=c++0x", "-ansi"}) {
            wanted.flags = {old};
            CHECK(compile(wanted).status == build_status::misused);
            const std::string told = bench.take_told();
            CHECK_THAT(told, ContainsSubstring(std::string("error: ") + old + " is too old"));
            CHECK(std::count(told.begin(), told.end(), '\n') == 1);
        }
        for (const char* const fine :
             {"-std=c++17", "-std=gnu++17", "-std=c++20", "-std=gnu++2a"}) {
            wanted.flags = {fine};
            CHECK(compile(wanted).status == build_status::built);
            CHECK(bench.take_told().empty());
        }
    }
}

TEST_CASE("a build leaves only its output", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto source =
            bench.write("a.cu", "__global__ void k() {}\nvoid f() { k<<<1, 2>>>(); }\n");
        const request wanted = bench.ask(source, compiler);
        const outcome made = compile(wanted);
        CHECK(made.status == build_status::built);
        CHECK(bench.take_told().empty());
        CHECK(std::filesystem::file_size(wanted.output) > 0);
        CHECK(bench.is_tidy());
        CHECK(made.files == std::vector<std::string>{source.string()});
        CHECK(made.times.compile.count() > 0);
    }
}

TEST_CASE("a failed build leaves an earlier output alone", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const request wanted =
            bench.ask(bench.write("a.cu", "int main() { return x; }\n"), compiler);
        bench.write("out.o", "earlier");
        CHECK(compile(wanted).status == build_status::rejected);
        CHECK(std::filesystem::file_size(wanted.output) == 7);
        CHECK(bench.is_tidy());
    }
}

TEST_CASE("a C++ source goes to the compiler as it is", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        request wanted =
            bench.ask(bench.write("a.cpp", "#include <vector>\nint x = FLAG;\n"), compiler);
        wanted.flags = {"-DFLAG=3"};
        CHECK(compile(wanted).status == build_status::built);
        CHECK(bench.take_told().empty());
    }
}

TEST_CASE("the learner's flags win over the defaults", "[driver]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        std::filesystem::create_directory(bench.at("inc"));
        bench.write("inc/own.cuh", "__global__ void k() {}\n");
        request wanted = bench.ask(
            bench.write("a.cu",
                        "#include \"own.cuh\"\nstatic_assert(__cplusplus == 201703L);\n"
                        "static_assert(FLAG == 3);\n#ifdef __OPTIMIZE__\n#error optimised\n"
                        "#endif\nvoid f() { k<<<1, 1>>>(); }\n"),
            compiler);
        wanted.flags = {"-DFLAG=3", "-std=c++17", "-O0", "-I" + bench.at("inc").string()};
        const outcome made = compile(wanted);
        CHECK(made.status == build_status::built);
        CHECK(bench.take_told().empty());
        CHECK(made.files.size() == 2);
    }
}
