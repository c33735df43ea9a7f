// What the lab command says, in the reader's language.

#include <cctype>
#include <regex>
#include <sstream>

#include "checker/course/atomic_file.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/small_course.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The lines that have a sentence, or a part of one, in English.
std::string english_in(const std::string& text) {
    const std::regex words("[a-z]{2,},? [a-z]{2,},? [a-z]{2,}");
    std::string found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find_first_not_of(' ');
        // Examples are commands, not sentences.
        const bool is_example = first != line.npos && line.compare(first, 4, "lab ") == 0;
        found += !is_example && std::regex_search(line, words) ? line + "\n" : "";
    }
    return found;
}

}  // namespace

TEST_CASE("the command speaks the reader's language", "[reader]") {
    const small_course course;
    course.translate();
    const auto checked = course.lab("check 1", "LAB_LANG=zh-CN");
    CHECK(checked.status == 1);
    CHECK_THAT(checked.output,
               ContainsSubstring("01-add-one  未过  0 / 4 分  （模拟设备，配置 h200）"));
    CHECK_THAT(checked.output, ContainsSubstring("第 0 个元素是 0，应当是 8。"));
    CHECK_THAT(checked.output, ContainsSubstring("  试试  手工推算一个元素，再比较。"));
    CHECK_THAT(checked.output,
               ContainsSubstring("下一步：编辑 labs/01-add-one/lab.cu，然后 ./lab check 1"));

    const auto hint = course.lab("hint 1", "LAB_LANG=zh");
    CHECK_THAT(hint.output, ContainsSubstring("提示 1 / 4"));
    CHECK_THAT(hint.output, ContainsSubstring("你上一次检查的诊断是 wrong-result。"));
    CHECK_THAT(course.lab("hint 1", "LAB_LANG=zh").output, ContainsSubstring("输出不是输入。"));
    CHECK_THAT(course.lab("list", "LAB_LANG=zh").output, ContainsSubstring("加一"));
    CHECK_THAT(course.lab("", "LAB_LANG= LC_ALL=zh_CN.UTF-8").output, ContainsSubstring("进行中"));
}

TEST_CASE("mistakes in the command line are told in the reader's language", "[reader]") {
    const small_course course;
    course.translate();
    const auto wrong = course.lab("check 01-ad-one", "LAB_LANG=zh");
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.output, ContainsSubstring("没有实验“01-ad-one”。是不是 01-add-one？"));
    CHECK_THAT(course.lab("check 9", "LAB_LANG=zh").output, ContainsSubstring("课程有 1 到 2。"));
    CHECK_THAT(course.lab("check 1 --file gone.cu", "LAB_LANG=zh").output,
               ContainsSubstring("没有文件"));
    CHECK_THAT(course.lab("timeline 1 --format pdf", "LAB_LANG=zh").output,
               ContainsSubstring("--format 是 {term,html,svg,trace} 之一，不是“pdf”。`lab timeline "
                                 "--help` 显示更多。"));
    for (const auto* mistake : {"chekc",
                                "help",
                                "--all",
                                "check --all",
                                "list 1 2",
                                "check --seed x",
                                "check --seed",
                                "hint",
                                "check --device tpu",
                                "check 1 --solution --file x",
                                "check 1 --profile h201",
                                "check 1 --profile gone.toml",
                                "check 1 --profile .",
                                "timeline 1 -o .",
                                "timeline 1 -o nowhere/picture.txt",
                                "timeline 1 -o /dev/null",
                                "report -o some.cu",
                                "report -o .",
                                "predict 1 --time soon",
                                "predict 1 --together all",
                                "cc",
                                "cc a.cu",
                                "cc a.cu -o",
                                "cc --all",
                                "cc a.cu -o a --default-stream both",
                                "calibrate -o .",
                                "watch 9",
                                "solution 9",
                                "demo --device gpu"}) {
        const auto r = course.lab(mistake, "LAB_LANG=zh-CN");
        CAPTURE(mistake, r.output);
        CHECK((r.status == 2 || r.status == 3));
        CHECK_FALSE(r.output.empty());
        CHECK(english_in(r.output).empty());
    }
}

TEST_CASE("a damaged record is told in the reader's language, too", "[reader]") {
    const small_course course;
    course.translate();
    std::filesystem::create_directories(course.root() / ".lab");
    write_atomically(course.root() / ".lab/progress.toml", "oops [");
    const auto r = course.lab("", "LAB_LANG=zh");
    CHECK_THAT(r.output, ContainsSubstring("读不了你的进度记录"));
    CHECK_THAT(r.output, ContainsSubstring("progress.toml.damaged-1。"));
}

TEST_CASE("what is wrong with a file of the course is told in the reader's language, too",
          "[reader]") {
    const small_course course;
    course.translate();
    const auto file = course.root() / "course.toml";
    const auto whole = read_file(file);
    const auto told = [&](const std::string& text) {
        write_atomically(file, text);
        const auto r = course.lab("list", "LAB_LANG=zh");
        CHECK(r.status == 4);
        return r.output;
    };
    // (What TOML is, its library says in English.)
    CHECK_THAT(told("[course\n"), ContainsSubstring("course.toml:1:8：不是 TOML："));
    CHECK_THAT(told("x = 1\n" + whole), ContainsSubstring("在文件里：这里没有“x”；是不是"));
    CHECK_THAT(told("[course]\ntitle = 1\n"),
               ContainsSubstring("course.toml:1：在 [course] 里：“title”必须是引号里的文字"));
    CHECK_THAT(told(whole.substr(0, whole.find("[[lab]]"))), ContainsSubstring("course.toml 有 0"));
}

TEST_CASE("what is wrong with a machine profile is told in the reader's language", "[reader]") {
    const small_course course;
    course.translate();
    const auto told = [&](const std::string& text) {
        write_atomically(course.root() / "mine.toml", text);
        const auto r = course.lab("check 1 --profile mine.toml", "LAB_LANG= LC_ALL=zh_CN.UTF-8");
        CHECK(r.status == 2);
        CHECK(english_in(r.output).empty());
        return r.output;
    };
    const std::string base = "base = \"h200\"\nname = \"mine\"\n";
    CHECK_THAT(told("base = \"h201\"\n"), ContainsSubstring("mine.toml:1:8: base 必须是另一个"));
    CHECK_THAT(told(base + "speed = 1\n"), ContainsSubstring("配置里没有 speed 这一项"));
    CHECK_THAT(told(base + "[copy]\nh2d_gb_per_s = 0\n"),
               ContainsSubstring("copy.h2d_gb_per_s 必须是大于零的速率"));
    CHECK_THAT(told(base + "[device]\ncopy_engines = 3\n"),
               ContainsSubstring("device.copy_engines 必须是从 0 到 2 的一个整数"));
}

TEST_CASE("the help of every command is there in the reader's language", "[reader]") {
    const small_course course;
    course.translate();
    const auto whole = course.lab("--help", "LAB_LANG=zh-CN");
    CHECK(whole.status == 0);
    CHECK(english_in(whole.output).empty());
    CHECK_THAT(whole.output, ContainsSubstring("check"));
    std::istringstream lines(whole.output.substr(whole.output.find("子命令:")));
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 2 && line.compare(0, 2, "  ") == 0 && std::islower(line[2]) != 0) {
            const auto name = line.substr(2, line.find(' ', 2) - 2);
            CAPTURE(name);
            CHECK(english_in(course.lab(name + " --help", "LAB_LANG=zh-CN").output).empty());
            ++commands;
        }
    }
    CHECK(commands >= 10);
}

TEST_CASE("what programs read stays as it is in every language", "[reader]") {
    const small_course course;
    course.translate();
    const auto r = course.lab("check 1 --json", "LAB_LANG=zh-CN");
    const auto v = verdict_from_json(r.output);
    CHECK(v.outcome == status::fail);
    CHECK(v.checks.front().name == "results");
    CHECK(v.diagnoses.front().id == "wrong-result");
    CHECK(v.diagnoses.front().docs == "docs/zh-CN/01-first.md");
}

TEST_CASE("an unknown language, and one that a course has no texts in, is English", "[reader]") {
    const small_course course;
    CHECK_THAT(course.lab("", "LAB_LANG=zh-CN").output, ContainsSubstring("0 of 10 points"));
    course.translate();
    const auto unknown = course.lab("", "LAB_LANG=xx");
    CHECK_THAT(unknown.output, ContainsSubstring("0 of 10 points"));
    CHECK_THAT(unknown.output,
               ContainsSubstring("LAB_LANG=xx is not known: the course speaks en and zh-CN."));
    for (const auto* known : {"en", "EN_US.UTF-8", "zh", "zh-CN", "zh_CN.UTF-8", ""}) {
        CAPTURE(known);
        CHECK_THAT(course.lab("list", std::string("LAB_LANG=") + known).output,
                   !ContainsSubstring("LAB_LANG"));
    }
}
