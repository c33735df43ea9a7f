#include <cstdlib>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"
#include "common/simcuda/rewriter/tests/properties.hpp"
#include "common/simcuda/rewriter/tests/random_source.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

namespace {

using with = random_source::with;

int number_in(const char* variable, int otherwise) {
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : otherwise;
}

/// SIMCUDA_FUZZ: how many times as many texts; SIMCUDA_FUZZ_SEED: others.
int rounds(int usual) {
    return usual * number_in("SIMCUDA_FUZZ", 1);
}
random_source source(int number) {
    return random_source(static_cast<unsigned>(number_in("SIMCUDA_FUZZ_SEED", 0) + number));
}

/// Texts as two preprocessors leave them.
options of_round(int round) {
    options made;
    if (round % 3 == 0) {
        made.predefined = {"__CUDACC__"};
    }
    return made;
}

void check_rules(const std::string& text, const options& options) {
    const std::string broken = broken_rule(text, options);
    if (broken.empty()) {
        return;
    }
    const std::string least = shrunk(
        text, [&](const std::string& shorter) { return broken_rule(shorter, options) != ""; });
    FAIL(broken_rule(least, options) << " in\n"
                                     << least << "\nwhich becomes\n"
                                     << rewrite(least, options).text);
}

std::string repeated(const std::string& piece, std::size_t bytes) {
    std::string text;
    while (text.size() + piece.size() <= bytes) {
        text += piece;
    }
    return text;
}

}  // namespace

TEST_CASE("every launch goes and every name stays where it was", "[rewriter][fuzz]") {
    random_source random = source(1);
    for (int round = 0; round < rounds(1500); ++round) {
        check_rules(in_file(random.next(with::everything)), of_round(round));
    }
}

TEST_CASE("damaged texts obey the same rules", "[rewriter][fuzz]") {
    random_source random = source(2);
    for (int round = 0; round < rounds(3000); ++round) {
        check_rules(in_file(random.damaged(random.next(with::everything))), of_round(round));
    }
    const std::vector<std::string> seeds{case_text("torture.cu"), case_text("torture.cuh")};
    for (int round = 0; round < rounds(500); ++round) {
        const std::string& seed = seeds[static_cast<std::size_t>(round) % seeds.size()];
        check_rules(in_file(random.damaged(seed)), of_round(round));
    }
}

TEST_CASE("what holds no CUDA stays as it is, byte for byte", "[rewriter][fuzz]") {
    random_source random = source(3);
    for (int round = 0; round < rounds(1000); ++round) {
        const std::string text = in_file(random.next(with::no_cuda));
        const result made = rewrite(text, of_round(round));
        CHECK(made.problems.empty());
        REQUIRE(made.text == text);
    }
}

TEST_CASE("there is nothing to rewrite a second time", "[rewriter][fuzz]") {
    random_source random = source(4);
    for (int round = 0; round < rounds(1000); ++round) {
        const result once = rewrite(in_file(random.next(with::no_kernels)), of_round(round));
        if (once.problems.empty()) {
            REQUIRE(rewrite(once.text, of_round(round)).text == once.text);
        }
    }
}

TEST_CASE("work and output grow with the text, not faster", "[rewriter][fuzz]") {
    const std::vector<std::string> hostile{
        "k<<<1, 2>>>(p);\n",
        "k<<<",
        "<",
        ">",
        "a<b>",
        "a<",
        "k<a<b<c>>><<<1,2>>>(p)",
        "k<<<1, (2>>>3)",
        "(",
        "{",
        "[",
        ")",
        "}",
        "((<<<",
        "__global__ ",
        "__global__ void k(",
        "__global__ void k() {",
        "__device__ x ",
        "__device__ __noinline__ ",
        "extern __shared__ ",
        "extern __shared__ int s[];",
        "extern __shared__ int s[], ",
        "__shared__ int s[",
        "R\"(",
        "R\"x()\"",
        "\"",
        "/*",
        "x > y <<<",
        "requires ",
        "requires (x) {",
        "#define K __global__ void\nK ",
        "#define A(x) x<<<1, 1>>>(x)\nA(",
        "#if 0\n",
        "\\\n",
        "<\\\n",
        "# 1 \"a.cu\" 1\n",
        "# 1 \"a.cu\" 1 3\n",
        "namespace n {",
        "namespace n::m { k<<<1, 1>>>(); }",
        "f(x)(y)",
        "f[1]",
        "f::",
        "::a<b>::c<<<1, 1>>>()",
        "cudaLaunchKernel((void*)",
    };
    constexpr std::size_t small = 1 << 14;
    constexpr std::size_t factor = 8;
    for (const std::string& piece : hostile) {
        INFO(piece);
        const result once = rewrite(in_file(repeated(piece, small)));
        const result larger = rewrite(in_file(repeated(piece, factor * small)));
        // Quadratic would be 64 times. Searches that look a limited way ahead find the end of a
        // small text sooner.
        CHECK(larger.work <= 2 * factor * once.work + small);
        CHECK(larger.text.size() <= 2 * factor * once.text.size() + small);
    }
}
