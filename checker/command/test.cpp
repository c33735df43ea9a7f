#include <fmt/core.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "checker/command/commands.hpp"
#include "checker/command/tool.hpp"

namespace checker {
namespace {

using json = nlohmann::json;

struct test_outcome {
    std::string name;
    std::string result;  ///< Meson's word: "OK", "FAIL", "SKIP", "TIMEOUT", ...
    std::string output;

    [[nodiscard]] bool passed() const { return result == "OK" || result == "EXPECTEDFAIL"; }
    [[nodiscard]] bool skipped() const { return result == "SKIP"; }
};

// One object a line. Each also holds the whole environment, which is nobody's business: only what
// is named here leaves the file.
std::vector<test_outcome> read_log(const std::filesystem::path& file) {
    std::vector<test_outcome> all;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        const auto entry = json::parse(line, nullptr, false);
        if (entry.is_object()) {
            all.push_back({entry.value("name", ""), entry.value("result", ""),
                           entry.value("stdout", "") + entry.value("stderr", "")});
        }
    }
    return all;
}

std::string last_lines(std::string_view text, int most) {
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    auto start = text.size();
    for (int i = 0; i < most && start != std::string_view::npos && start > 0; ++i) {
        start = text.rfind('\n', start - 1);
    }
    const bool is_all = start == std::string_view::npos || start == 0;
    return std::string(is_all ? text : text.substr(start + 1));
}

void print_failure(const context& c, const test_outcome& t) {
    constexpr int lines_of_output = 40;
    fmt::print("\n{} {} ({})\n{}\n", styled(c.out, style::bad, c.say(phrase("failed:"))), t.name,
               t.result, last_lines(t.output, lines_of_output));
}

// By the entry script's own functions, which say what they do and what is in the way.
int build_tests() {
    const int ended =
        std::system("bash -c '. \"$LAB_ROOT/checker/command/setup.sh\" && build_tests'");
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : exit_with::our_error;
}

// Meson's own lines about each test, without its head and its summary.
bool is_about_a_test(std::string_view line) {
    const auto start = line.find_first_not_of(' ');
    const auto slash = line.find('/');
    return start != std::string_view::npos && slash != std::string_view::npos && slash > start &&
           line.find_first_not_of("0123456789", start) == slash;
}

}  // namespace

int run_test(const context& c, const std::vector<std::string>& meson_arguments) {
    if (const int status = build_tests(); status != exit_with::success) {
        return status;
    }
    const auto log = c.build / "meson-logs" / "testlog.json";
    std::filesystem::remove(log);
    std::vector<std::string> command = {"meson", "test", "-C", c.build.string(), "--no-rebuild"};
    command.insert(command.end(), meson_arguments.begin(), meson_arguments.end());
    std::string other_lines;
    const int status = run_tool(command, [&](std::string_view line) {
        if (is_about_a_test(line)) {
            fmt::print("{}\n", line);
            std::fflush(stdout);
        } else {
            other_lines += fmt::format("{}\n", line);
        }
    });
    const auto all = read_log(log);
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    for (const auto& t : all) {
        if (t.skipped()) {
            ++skipped;
        } else if (t.passed()) {
            ++passed;
        } else {
            ++failed;
            print_failure(c, t);
        }
    }
    if (all.empty()) {
        fmt::print("{}\n{}\n", last_lines(other_lines, 20),
                   c.say(phrase("No test was run (meson ended with {}).", status)));
    }
    fmt::print("\n{}\n{}\n",
               c.say(phrase("Details: {}", c.shown(c.build / "meson-logs" / "testlog.txt"))),
               c.say(phrase("{} passed, {} failed, {} skipped", passed, failed, skipped)));
    return all.empty() || status == 127
               ? exit_with::our_error
               : (failed == 0 && status == 0 ? exit_with::success : exit_with::failure);
}

}  // namespace checker
