// What a lab's README draws is what the tool draws.

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "checker/command/draw_timeline.hpp"
#include "checker/course/starter.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/lab_under_test.hpp"

using namespace checker;
using namespace checker::tests;

namespace {

/// The lanes of the pictures in a text, without the blanks at their ends.
std::vector<std::string> lanes_in(const std::string& text) {
    std::vector<std::string> lanes;
    bool is_inside = false;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        line.erase(line.find_last_not_of(' ') + 1);
        const bool is_head = line.find("├") != std::string::npos;
        const bool is_axis = line.find("└") != std::string::npos;
        is_inside = is_head || (is_inside && line.starts_with("  ") && !is_axis);
        if (is_inside) {
            lanes.push_back(line);
        }
    }
    return lanes;
}

}  // namespace

TEST_CASE("the pictures of the README are those that are drawn", "[course]") {
    if (!times_are_looked_at()) {
        SKIP("with one compiler only");
    }
    const auto& copy = course_copy::of_this_process();
    const terminal plain{80, colouring::none, false, true};
    std::string drawn;
    for (const auto& file :
         {copy.solution(), copy.write("starter/lab.cu", starter_of(text_of(copy.solution())))}) {
        if (const auto v = copy.check(file); !v.timeline.empty()) {
            drawn += draw_timeline_of(v, copy.where().root, plain, wording::in("en"));
        }
    }
    const auto known = lanes_in(drawn);
    for (const auto* name : {"README.md", "README.zh-CN.md"}) {
        CAPTURE(name);
        const auto text =
            text_of(std::filesystem::current_path() / "labs" / copy.subject().name() / name);
        for (const auto& line : lanes_in(text)) {
            INFO(line << "\nis in none of these; `lab timeline` draws them:\n" << drawn);
            CHECK(std::find(known.begin(), known.end(), line) != known.end());
        }
    }
}
