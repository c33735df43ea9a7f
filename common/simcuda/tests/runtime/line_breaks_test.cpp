#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/line_breaks.hpp"

using simcuda::code_in_lines;
using simcuda::text_in_lines;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::string words(std::size_t number) {
    std::string text;
    for (std::size_t i = 0; i < number; ++i)
        text += (i == 0 ? "word" : " word") + std::to_string(i) + ",";
    return text;
}

}  // namespace

TEST_CASE("prose is broken at blanks", "[line_breaks]") {
    CHECK(text_in_lines("a bc def", 2, 80) == "  a bc def");
    CHECK(text_in_lines("a bc def", 1, 5) == " a bc\n def");
    CHECK(text_in_lines("abcdefgh i", 1, 5) == " abcdefgh\n i");
    CHECK(text_in_lines("", 2, 5) == "  ");
}

TEST_CASE("a long line of source goes on below", "[line_breaks]") {
    CHECK(code_in_lines("f(a, b);", 4, 40) == "    f(a, b);");
    CHECK(code_in_lines("f(a, b);", 4, 12) == "    f(a, b);");
    CHECK(code_in_lines("f(a, b);", 4, 11) == "    f(a,\n        b);");
    CHECK(code_in_lines("abcdefghij", 0, 8) == "abcdefgh\n    ij");
    CHECK(code_in_lines("", 4, 10).empty());
}

TEST_CASE("however long the source, a report's lines are short and few", "[line_breaks]") {
    for (std::size_t length = 1; length < 60; ++length) {
        const std::string code = words(length);
        const std::vector<std::string> lines = lines_of(code_in_lines(code, 8, 60));
        INFO(code);
        CHECK(lines.size() <= 4);
        CHECK(std::all_of(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.size() <= 60; }));
        std::string whole;
        for (const std::string& line : lines)
            whole += (whole.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
        const bool is_cut = whole.ends_with(" ...");
        CHECK(is_cut == (whole != code));
        CHECK(code.starts_with(is_cut ? whole.substr(0, whole.size() - 4) : whole));
    }
}

TEST_CASE("a character of several bytes is not broken", "[line_breaks]") {
    std::string code;
    for (int i = 0; i < 40; ++i)
        code += "\xc3\xa9";
    for (const std::string& line : lines_of(code_in_lines(code, 2, 33))) {
        const std::size_t first = line.find_first_not_of(' ');
        CHECK((line.size() - first) % 2 == 0);
    }
}
