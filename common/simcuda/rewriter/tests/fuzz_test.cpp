#include <algorithm>
#include <cctype>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

namespace {

/// Pieces that change what the text around them means.
const std::vector<std::string> pieces{"<<<",
                                      ">>>",
                                      "<",
                                      ">",
                                      "(",
                                      ")",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "<%",
                                      "%>",
                                      "<:",
                                      ":>",
                                      "\"",
                                      "'",
                                      "R\"(",
                                      ")\"",
                                      "/*",
                                      "*/",
                                      "//",
                                      "\\\n",
                                      "\r\n",
                                      "\n",
                                      "::",
                                      ";",
                                      ",",
                                      "#",
                                      "\n#if 0\n",
                                      "\n#else\n",
                                      "\n#endif\n",
                                      "\n#define A <<<\n",
                                      "\n# 3 \"x.cu\" 1 3\n",
                                      "__global__",
                                      "__device__ ",
                                      "__shared__ ",
                                      "extern ",
                                      "operator",
                                      "template",
                                      "requires ",
                                      "k<<<1,1>>>(x);",
                                      "\xc3\xbc",
                                      "\xff",
                                      std::string(1, '\0'),
                                      "...",
                                      "->",
                                      "<::",
                                      "asm("};

std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&random](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit > 0 ? limit - 1 : 0)(random);
    };
    const std::size_t changes = 1 + below(6);
    for (std::size_t i = 0; i < changes; ++i) {
        const std::size_t at = below(text.size() + 1);
        switch (below(6)) {
            case 0:
                text.resize(at);
                break;
            case 1:
                text.erase(at, below(40));
                break;
            case 2:
                text.insert(at, text.substr(below(text.size() + 1), below(60)));
                break;
            case 3:
                std::replace(text.begin(), text.end(), '\n', below(2) == 0 ? ' ' : '\n');
                break;
            default:
                text.insert(at, pieces[below(pieces.size())]);
        }
    }
    return text;
}

/// Processor time of one rewrite, the best of three.
double seconds_for(const std::string& text) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        const result made = rewrite(in_file(text));
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        CHECK(!made.text.empty());
    }
    return best;
}

std::string repeated(const std::string& piece, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += piece;
    }
    return text;
}

}  // namespace

TEST_CASE("no text makes the rewriter crash, hang or lose a problem", "[rewriter][fuzz]") {
    const std::vector<std::string> seeds{case_text("torture.cu"), case_text("torture.cuh")};
    options with_conditionals;
    with_conditionals.predefined = {"__CUDACC__"};
    std::mt19937 random(20240607);
    constexpr int rounds = 3000;
    for (int round = 0; round < rounds; ++round) {
        const std::string text =
            in_file(mutated(seeds[static_cast<std::size_t>(round) % seeds.size()], random));
        const result made = rewrite(text, round % 3 == 0 ? with_conditionals : options());
        for (const problem& each : made.problems) {
            REQUIRE(each.line > 0);
            REQUIRE(each.column > 0);
            REQUIRE(!each.message.empty());
        }
        // All that was not rewritten is still there: each change only adds, but for `<<<` and `>>>`
        // themselves and the words of shared arrays.
        REQUIRE(made.text.size() + text.size() / 8 + 64 > text.size());
    }
}

TEST_CASE("no launch is left in without a problem", "[rewriter][fuzz]") {
    std::mt19937 random(7);
    const std::string seed = case_text("torture.cu");
    options with_conditionals;
    with_conditionals.predefined = {"__CUDACC__"};
    for (int round = 0; round < 500; ++round) {
        const result first = rewrite(in_file(mutated(seed, random)), with_conditionals);
        if (!first.problems.empty()) {
            continue;
        }
        // Whatever is a launch for the rewriter is gone after one pass.
        const result second = rewrite(first.text, with_conditionals);
        const auto left = std::find_if(
            second.problems.begin(), second.problems.end(),
            [](const problem& each) { return each.message.find("'<<<'") != std::string::npos; });
        REQUIRE(left == second.problems.end());
    }
}

TEST_CASE("time grows with the text, not faster", "[rewriter][fuzz]") {
    const std::vector<std::string> hostile{
        "k<<<1, 2>>>(p);\n",
        "k<<<",
        "<",
        ">",
        "a<b>",
        "k<a<b<c>>><<<1,2>>>(p)",
        "(",
        "{",
        "((<<<",
        "__global__ ",
        "__global__ void k(",
        "__device__ x ",
        "extern __shared__ ",
        "R\"(",
        "/*",
        "x > y <<<",
        "requires ",
        "#define K __global__ void\nK ",
        "#if 0\n",
        "\\\n",
        "# 1 \"a.cu\" 1\n",
        "namespace n {",
        "f(x)(y)",
    };
    constexpr std::size_t small = 1 << 16;
    constexpr std::size_t factor = 8;
    for (const std::string& piece : hostile) {
        INFO(piece);
        const double once = seconds_for(repeated(piece, small / piece.size()));
        const double larger = seconds_for(repeated(piece, factor * small / piece.size()));
        // Quadratic would be 64 times; 20 leaves room for a machine that does other things.
        CHECK(larger < std::max(20 * once, 0.2));
    }
}
