#include "common/simcuda/driver/preamble.hpp"

#include <sstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/tests/workbench.hpp"

using namespace simcuda::driver;
using namespace simcuda::driver::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string source = R"(// What it is about.
/* And more
   of it. */
#define LENGTH 3
#include <cstddef>

#include "own.cuh"

__global__ void k(int* p) { *p = at_least(LENGTH + of_own, *p); }
void run(int* p) { k<<<1, 1>>>(p); }
)";

/// The object's code, data and lines, without the names of files that each build has anew.
std::string contents(const std::filesystem::path& object) {
    std::istringstream dump(run_process({"objdump", "-dr", "-s", "-j", ".text", "-j", ".rodata",
                                         "-j", ".data", "--dwarf=decodedline", object.string()})
                                .output);
    std::string text;
    for (std::string line; std::getline(dump, line);) {
        if (line.find(".ii") == std::string::npos && line.find(".o:") == std::string::npos) {
            text += line + '\n';
        }
    }
    return text;
}

/// Builds `text` as lab.cu until a preamble is kept and used.
class kept_builds {
public:
    explicit kept_builds(const std::string& compiler) : compiler_(compiler) {
        bench_.write("own.cuh",
                     "#pragma once\n"
                     "const int of_own = 4;\n"
                     "template <class T>\n"
                     "T at_least(T a, T b) { return a < b ? b : a; }\n");
    }
    build_status build(const std::string& text, preamble_store* store) {
        request wanted = bench_.ask(bench_.write("lab.cu", text), compiler_);
        wanted.preambles = store;
        return compile(wanted).status;
    }
    [[nodiscard]] std::string object() const { return contents(bench_.at("out.o")); }
    [[nodiscard]] std::filesystem::path folder() const { return bench_.at("preambles"); }
    [[nodiscard]] std::size_t kept() const {
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder())) {
            files += entry.path().extension() == ".kept" ? 1 : 0;
        }
        return files;
    }
    [[nodiscard]] std::string take_told() { return bench_.take_told(); }

private:
    workbench bench_;
    std::string compiler_;
};

}  // namespace

TEST_CASE("a unit is divided where its own declarations begin", "[driver]") {
    const auto parts = divide(
        "# 0 \"lab.cu\"\n"
        "# 1 \"/home/me//\"\n"
        "# 1 \"prelude.hpp\" 1\n"
        "int prelude;\n"
        "# 0 \"<command-line>\" 2\n"
        "# 1 \"lab.cu\"\n"
        "// words\n"
        "# 1 \"a.hpp\" 1\n"
        "int a;\n"
        "# 3 \"lab.cu\" 2\n"
        "#define X \\\n"
        "    1\n"
        "# 1 \"b.hpp\" 1 3\n"
        "int b;\n"
        "# 7 \"lab.cu\" 2\n"
        "\n"
        "int own;\n"
        "# 1 \"c.hpp\" 1\n"
        "int c;\n"
        "# 10 \"lab.cu\" 2\n",
        "lab.cu");
    REQUIRE(parts);
    CHECK(parts->beginning == "# 0 \"lab.cu\"\n# 1 \"/home/me//\"\n");
    CHECK(parts->preamble ==
          "# 1 \"preamble\"\n"
          "# 1 \"prelude.hpp\" 1\n"
          "int prelude;\n"
          "# 0 \"<command-line>\" 2\n"
          "# 1 \"preamble\"\n"
          "# 1 \"a.hpp\" 1\n"
          "int a;\n"
          "# 1 \"preamble\" 2\n"
          "#define X \\\n"
          "    1\n"
          "# 1 \"b.hpp\" 1 3\n"
          "int b;\n");
    CHECK(parts->own ==
          "# 7 \"lab.cu\"\n"
          "\n"
          "int own;\n"
          "# 1 \"c.hpp\" 1\n"
          "int c;\n"
          "# 10 \"lab.cu\" 2\n");
}

TEST_CASE("a unit is not divided within anything", "[driver]") {
    const std::string begins = GENERATE("namespace n {\n", "#if 1\n", "#  ifdef X\n", "/* words\n",
                                        "#define X /* words\n", "#define X \\\n");
    CAPTURE(begins);
    CHECK_FALSE(divide("# 1 \"lab.cu\"\n" + begins + "# 1 \"a.hpp\" 1\nint a;\n# 3 \"lab.cu\" 2\n",
                       "lab.cu"));
}

TEST_CASE("an object does not depend on what was kept", "[driver]") {
    for (const std::string& compiler : compilers()) {
        CAPTURE(compiler);
        kept_builds builds(compiler);
        REQUIRE(builds.build(source, nullptr) == build_status::built);
        const std::string wanted = builds.object();
        {
            preamble_store store(builds.folder(), preamble_store::making::beside);
            CHECK(builds.build(source, &store) == build_status::built);
            CHECK(builds.object() == wanted);
        }
        CHECK(builds.kept() == 1);
        preamble_store store(builds.folder(), preamble_store::making::beside);
        // Whatever comes before the includes and after them.
        CHECK(builds.build("\n" + source + "\nint more;\n", &store) == build_status::built);
        CHECK(builds.build(source, &store) == build_status::built);
        CHECK(builds.object() == wanted);
        CHECK(builds.kept() == 1);
        CHECK(builds.take_told().empty());
    }
}

TEST_CASE("what is wrong is told in the same words whatever was kept", "[driver]") {
    const std::string wrong = GENERATE_COPY(source + "int bad = nothing;\n",
                                            source + "int f(int n) { if (n = 1) return 1; }\n");
    for (const std::string& compiler : compilers()) {
        CAPTURE(compiler);
        kept_builds builds(compiler);
        const auto status = builds.build(wrong, nullptr);
        const std::string told = builds.take_told();
        CHECK_FALSE(told.empty());
        preamble_store store(builds.folder(), preamble_store::making::when_met_again);
        for (int time = 0; time < 3; ++time) {
            CHECK(builds.build(wrong, &store) == status);
            CHECK(builds.take_told() == told);
        }
        CHECK(builds.kept() == 1);
    }
}

TEST_CASE("what was kept is made anew where it no longer fits", "[driver]") {
    for (const std::string& compiler : compilers()) {
        CAPTURE(compiler);
        kept_builds builds(compiler);
        preamble_store store(builds.folder(), preamble_store::making::when_met_again);
        CHECK(builds.build(source, &store) == build_status::built);
        CHECK(builds.build(source, &store) == build_status::built);
        REQUIRE(builds.kept() == 1);
        for (const auto& entry : std::filesystem::directory_iterator(builds.folder())) {
            if (entry.path().extension() == ".kept") {
                std::ofstream(entry.path()) << "of another compiler";
            }
        }
        CHECK(builds.build(source, &store) == build_status::built);
        CHECK(builds.take_told().empty());
        CHECK(builds.kept() == 0);
    }
}

TEST_CASE("few preambles are kept", "[driver]") {
    kept_builds builds("");
    preamble_store store(builds.folder(), preamble_store::making::when_met_again);
    for (int i = 0; i < 12; ++i) {
        const std::string text = "#define N " + std::to_string(i / 2) + "\n" + source;
        CHECK(builds.build(text, &store) == build_status::built);
    }
    CHECK(builds.kept() == 4);
}

TEST_CASE("a folder that nothing can be kept in is no error", "[driver]") {
    kept_builds builds("");
    preamble_store store("/dev/null/none", preamble_store::making::when_met_again);
    for (int time = 0; time < 3; ++time) {
        CHECK(builds.build(source, &store) == build_status::built);
    }
    CHECK(builds.take_told().empty());
}
