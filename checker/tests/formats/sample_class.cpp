#include "checker/tests/formats/sample_class.hpp"

namespace checker::tests {
namespace {

graded_lab lab_of(const verdict& v) {
    graded_lab l;
    l.lab = v.lab;
    l.points = v.points;
    l.max_points = v.max_points;
    l.said = v;
    return l;
}

verdict passed_copy() {
    verdict v;
    v.lab = "01-blocking-copy";
    v.profile = "h200";
    v.outcome = status::pass;
    v.points = 10;
    v.max_points = 10;
    v.checks = {{"right results", status::pass, "Every element right for 3000 elements.", 4, 4},
                {"errors passed on", status::pass, "Each of the 7 calls was made to fail.", 6, 6}};
    return v;
}

verdict passed_streams() {
    verdict v;
    v.lab = "04-streams";
    v.profile = "h200";
    v.outcome = status::pass;
    v.points = 20;
    v.max_points = 20;
    v.checks = {{"right results", status::pass, "", 8, 8},
                {"overlap", status::pass, "97 % of what can be gained.", 12, 12}};
    v.metrics = {0.604, 0.217, 0.209, 2.78, 0.97, 0.71};
    return v;
}

verdict slow_streams() {
    auto v = passed_streams();
    v.outcome = status::fail;
    v.points = 11.35;
    v.checks[1] = {"overlap", status::fail, "The host waits in the loop.", 3.35, 12};
    v.metrics = {0.604, 0.52, 0.209, 1.16, 0.21, 0.1};
    v.diagnoses = {
        {"sync-in-loop",
         "cudaStreamSynchronize was called once for each chunk.\n\nWhile the host waits, "
         "it issues nothing.\n\nWait once, after the loop.",
         {{"labs/04-streams/lab.cu", 31}, {"labs/04-streams/lab.cu", 40}},
         "docs/en/04-streams.md"}};
    return v;
}

graded_submission submission(const std::string& student, std::vector<graded_lab> labs) {
    graded_submission s;
    s.student = student;
    s.file = student;
    s.inputs = "0123abcd";
    s.labs = std::move(labs);
    for (const auto& l : s.labs) {
        s.points += l.points;
        s.max_points += l.max_points;
    }
    return s;
}

graded_lab nothing(const std::string& lab, double possible, const flag& why) {
    graded_lab l;
    l.lab = lab;
    l.max_points = possible;
    l.flags = {why};
    return l;
}

graded_lab uncompiled() {
    verdict v;
    v.lab = "04-streams";
    v.profile = "h200";
    v.outcome = status::fail;
    v.max_points = 20;
    v.checks = {{"compiles", status::fail, "The file does not compile."}};
    auto l = lab_of(v);
    l.compiler_output =
        "lab.cu:12:5: error: 'cudaMallocHots' was not declared in this scope\n"
        "   12 |     cudaMallocHots(&p, 4);\n      |     ^~~~~~~~~~~~~~\n";
    return l;
}

graded_class empty_class() {
    graded_class c;
    c.course = "Overlap Labs";
    c.tree = "feedc0de";
    c.seed = secret_seed;
    c.labs = {{"01-blocking-copy", "Blocking copies", 10}, {"04-streams", "Streams", 20}};
    return c;
}

}  // namespace

graded_class sample_class() {
    auto c = empty_class();
    c.submissions = {submission("ada", {lab_of(passed_copy()), lab_of(passed_streams())}),
                     submission("grace", {lab_of(passed_copy()), lab_of(slow_streams())})};
    c.submissions[1].labs[1].flags = {{"late", "Handed in after the others.", flag_effect::note}};
    c.submissions.push_back(submission(
        "linus", {nothing("01-blocking-copy", 10,
                          {"imports", "The program imports ptrace.", flag_effect::no_points}),
                  uncompiled()}));
    auto names = submission(
        "李明, \"the\" <b>best</b>\n=1+1",
        {nothing("01-blocking-copy", 10,
                 {"missing", "There is no labs/01-blocking-copy/lab.cu.", flag_effect::no_points}),
         lab_of(passed_streams())});
    names.file = "u674e-5f3a";
    names.flags = {{"odd-name", "The name has a line end in it.", flag_effect::note}};
    c.submissions.push_back(names);
    return c;
}

std::vector<std::string> hostile_texts() {
    return {
        "::set-output name=points::30",
        "\n::add-mask::10\n::error::hello",
        "\r::stop-commands::x",
        "%0A::set-output name=points::30%0D",
        "##[set-env name=PATH]x",
        "=HYPERLINK(\"http://evil\",\"points\")",
        "+1+1",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(1)",
        "\t=1+1",
        " =1+1",
        "\xef\xbc\x9d"
        "1+1",
        "a\",\"30\"\r\nmallory,10,20,30",
        "<script>alert(1)</script>",
        "</title><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "]]></failure><testcase name=\"forged\"/>",
        "<!--",
        "`` ` ``` code` **bold** [link](http://evil) ![i](http://evil/x.png)",
        "```\n# heading\n| a | b |\n```",
        "~~~\n<details>",
        "| forged | 30 of 30 |",
        "$(touch /tmp/owned) `id` ${{ secrets.TOKEN }}",
        "\x1b[2J\x1b]0;title\x07\x08\x08\x08 30",
        "abc\xff\xfe\xc3( \xed\xa0\x80",
        "\xe2\x80\xae"
        "03 fo 03",
        "\xe2\x80\xa8::error::x\xe2\x80\xa9",
        std::string("nul\0byte", 8),
        "{{points}} {{{raw}}} {{#labs}}",
        "{\"score\": 30}",
        std::string(5000, 'a'),
        "",
    };
}

graded_class class_saying(const std::string& text) {
    auto c = empty_class();
    auto v = slow_streams();
    v.checks[1].message = text;
    v.diagnoses[0].message = text;
    v.diagnoses[0].where = {{text, 3}};
    auto said = lab_of(v);
    said.compiler_output = text;
    said.flags = {{"note", text, flag_effect::note}};
    auto none = nothing("01-blocking-copy", 10, {"imports", text, flag_effect::no_points});
    none.compiler_output = text;
    auto s = submission(text, {none, said});
    s.file = "s-1";
    s.flags = {{"odd-name", text, flag_effect::note}};
    c.submissions = {s};
    return c;
}

}  // namespace checker::tests
