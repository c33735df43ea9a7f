#include "checker/command/render_verdict.hpp"

#include "checker/messages/catalogue.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/golden.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;

namespace {

void check_golden(const std::string& name, const std::string& text) {
    tests::check_golden_file(std::filesystem::path("checker/tests/golden") / name, text);
}

verdict passed() {
    verdict v;
    v.lab = "04-streams";
    v.profile = "h200";
    v.outcome = status::pass;
    v.points = 10;
    v.max_points = 10;
    v.checks = {{"results", status::pass, "right on all 5 sizes"},
                {"closed gap", status::pass, "0.97 of the gap closed, 0.80 asked for"}};
    v.metrics = {15.42, 6.07, 5.79, 2.54, 0.97, 0.71};
    return v;
}

verdict slow() {
    auto v = passed();
    v.outcome = status::fail;
    v.points = 4;
    v.checks[1] = {"closed gap", status::fail, "0.02 of the gap closed, 0.80 asked for"};
    v.checks.push_back({"errors passed on", status::fail, "Looked at once \"closed gap\" passes.",
                        0, 2, turn::to_come});
    v.metrics = {15.42, 15.20, 5.79, 1.01, 0.02, 0.0};
    v.diagnoses = {
        {"pageable-async",
         "cudaMemcpyAsync copied from pageable memory, and the host waited inside the call.\n\nThe "
         "driver first copies pageable memory into a pinned buffer of its own. It does that while "
         "your host code waits, so nothing overlaps.\n\nAllocate the host buffer with "
         "cudaMallocHost, once, before the loop.",
         {{"lab.cu", 3}},
         "docs/en/02-pinned-memory.md"}};
    return v;
}

verdict crashed() {
    verdict v;
    v.lab = "01-blocking-copy";
    v.profile = "h200";
    v.outcome = status::fail;
    v.max_points = 10;
    v.checks = {
        {"program", status::fail,
         "The program touched memory that does not belong to it (SIGSEGV).\n\nUsual causes: "
         "a pointer that was never set or whose allocation failed, an index past the end, "
         "memory that was freed, or a device pointer read by the host.\n\nIts last words "
         "on standard error:\nchunk 0 of 32\nchunk 1 of 32"}};
    return v;
}

verdict passed_in_chinese() {
    auto v = passed();
    v.checks = {
        {"right results", status::pass, "元素个数为 3000、0、每块 1000 个时，每个元素都对。"},
        {"overlap", status::pass,
         "可得增益的 97 %（要求 88 %）；16 次复制里有 14 次与核函数同时进行。"}};
    return v;
}

verdict slow_in_chinese() {
    auto v = passed_in_chinese();
    v.outcome = status::fail;
    v.points = 4;
    v.metrics = {15.42, 15.20, 5.79, 1.01, 0.02, 0.0};
    v.checks[1] = {"overlap", status::fail, "从可分页内存作异步复制。"};
    v.checks.push_back(
        {"errors passed on", status::fail, "“重叠”通过之后才检查。", 0, 2, turn::to_come});
    const auto say = translation::load("checker/messages/zh-CN.words.toml");
    v.diagnoses = {
        catalogue::load("checker/messages/zh-CN.toml", say)
            .explain("pageable-async/copies",
                     {{"copies", phrase("{} calls", 16)}, {"size", "16.00 MiB"}, {"ms", "3.14"}},
                     {{"lab.cu", 3}})};
    v.diagnoses.front().id = "pageable-async";
    return v;
}

verdict crashed_in_chinese() {
    auto v = crashed();
    v.checks[0].message =
        "程序碰了不属于它的内存（SIGSEGV）。\n\n常见原因：指针从没有设过，或者它的分配失败了；下标"
        "超出末"
        "尾；内存已经释放；或者主机读了设备指针。\n\n它在标准错误上最后说的话：\nchunk 0 of 32\n"
        "chunk 1 of 32";
    return v;
}

context reader(const std::filesystem::path& root, int width, colouring colours) {
    context c;
    c.root = root;
    c.out.width = width;
    c.out.has_unicode = true;
    c.out.colours = colours;
    return c;
}

}  // namespace

TEST_CASE("verdicts are written for a reader") {
    const tests::scratch_folder folder;
    folder.write("lab.cu",
                 "// one\n// two\n\tCHECK(cudaMemcpyAsync(device, host, size, kind, stream));  \n");
    check_golden("pass.txt", render_verdict(passed(), reader(folder.path(), 80, colouring::none)));
    check_golden("slow.txt", render_verdict(slow(), reader(folder.path(), 80, colouring::none)));
    check_golden("slow-narrow.txt",
                 render_verdict(slow(), reader(folder.path(), 50, colouring::none)));
    check_golden("slow-colour.txt",
                 render_verdict(slow(), reader(folder.path(), 80, colouring::ansi)));
    check_golden("crash.txt",
                 render_verdict(crashed(), reader(folder.path(), 80, colouring::none)));
}

TEST_CASE("verdicts are written for a reader of Chinese") {
    const tests::scratch_folder folder;
    folder.write("lab.cu",
                 "// one\n// two\n\tCHECK(cudaMemcpyAsync(device, host, size, kind, stream));  \n");
    const auto chinese = [&](int width) {
        auto c = reader(folder.path(), width, colouring::none);
        c.speaks = language::chinese;
        c.say = translation::load("checker/messages/zh-CN.words.toml");
        return c;
    };
    check_golden("pass-zh-CN.txt", render_verdict(passed_in_chinese(), chinese(80)));
    check_golden("slow-zh-CN.txt", render_verdict(slow_in_chinese(), chinese(80)));
    check_golden("slow-narrow-zh-CN.txt", render_verdict(slow_in_chinese(), chinese(50)));
    check_golden("crash-zh-CN.txt", render_verdict(crashed_in_chinese(), chinese(80)));
}

TEST_CASE("what is slower than the baseline is said so, and not as a share of a gap") {
    auto v = slow();
    v.metrics = {2.0, 15.0, 0.27, 0.13, -7.51, 0.0};
    const auto text = render_verdict(v, reader("/nonexistent", 80, colouring::none));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(
                         "slower than the serial baseline (7.50x its time)"));
    CHECK_THAT(text, !Catch::Matchers::ContainsSubstring("gap closed -"));
}

TEST_CASE("a place whose file cannot be read is still named") {
    auto v = slow();
    v.diagnoses[0].where = {{"gone.cu", 12}, {"whole-file.cu", 0}};
    const auto text = render_verdict(v, reader("/nonexistent", 80, colouring::none));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring("  gone.cu:12\n"));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring("  whole-file.cu\n"));
}

TEST_CASE("wrapping keeps words whole and lines below the width") {
    CHECK(wrapped("one two three", 7, 0) == "one two\nthree");
    CHECK(wrapped("one two", 5, 2) == "one\n  two");
    CHECK(wrapped("incomprehensibilities", 5, 0) == "incomprehensibilities");
    CHECK(wrapped("two\nlines", 80, 0) == "two\nlines");
    CHECK(wrapped("", 80, 4).empty());
}
