#include "checker/command/line_breaks.hpp"

#include "checker/command/terminal.hpp"
#include "checker/tests/catch.hpp"
#include "common/timeline/text.hpp"

using namespace checker;

TEST_CASE("Chinese is broken by columns, two for each character") {
    CHECK(wrapped("设备的时间", 6, 0) == "设备的\n时间");
    CHECK(wrapped("设备的时间", 7, 0) == "设备的\n时间");
    CHECK(wrapped("设备的时间", 6, 2) == "设备\n  的时\n  间");
}

TEST_CASE("no line begins with a mark that closes or ends with one that opens") {
    CHECK(wrapped("等待，然后", 4, 0) == "等\n待，\n然后");
    CHECK(wrapped("调用（两次）", 6, 0) == "调用\n（两\n次）");
    CHECK(wrapped("三个。", 4, 0) == "三\n个。");
}

TEST_CASE("code and names within Chinese stay whole") {
    CHECK(wrapped("先调用cudaFree再返回", 14, 0) == "先调用cudaFree\n再返回");
    CHECK(wrapped("先调用 cudaFree 再返回", 14, 0) == "先调用\ncudaFree 再返\n回");
    CHECK(wrapped("看 `lab hint` 吧", 8, 0) == "看 `lab\nhint` 吧");
}

TEST_CASE("no line is wider than asked for, at any width") {
    const std::string text =
        "在传统默认流里，cudaMemcpyAsync 有 8 次；“等待”之后（见 "
        "docs/zh-CN/05-default-stream.md）再读。";
    for (int width = 40; width <= 120; ++width) {
        CAPTURE(width);
        const auto lines = wrapped(text, width, 4);
        std::string_view left = lines;
        while (!left.empty()) {
            const auto end = left.find('\n');
            CHECK(timeline::width_of(left.substr(0, end)) <= width);
            left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        }
    }
}

TEST_CASE("columns are filled up by columns") {
    CHECK(padded("通过", 8) == "通过    ");
    CHECK(padded("pass", 8) == "pass    ");
    CHECK(padded("没有多余的等待", 8) == "没有多余的等待");
}
