// Whatever a student writes stays text in every format.

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/csv.hpp"
#include "checker/grading/formats/grades_page.hpp"
#include "checker/grading/formats/gradescope.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/junit.hpp"
#include "checker/grading/formats/step_summary.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/formats/sample_class.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The same class saying nothing special.
const std::string harmless = "nothing special";

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++n;
    }
    return n;
}

/// What a page is made of, without its texts: every tag as it stands.
std::vector<std::string> tags_of(const std::string& page) {
    std::vector<std::string> tags;
    for (auto at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
        const auto end = page.find('>', at);
        REQUIRE(end != std::string::npos);
        tags.push_back(page.substr(at, end - at));
    }
    return tags;
}

/// Attributes may hold the text; what they are may not change.
std::vector<std::string> without_values(std::vector<std::string> tags) {
    for (auto& tag : tags) {
        std::string kept;
        bool is_value = false;
        for (const char c : tag) {
            is_value = c == '"' ? !is_value : is_value;
            kept += is_value ? '"' : c;
        }
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        tag = kept;
    }
    return tags;
}

bool has_control_characters(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r';
    });
}

/// Rows and fields as RFC 4180 has them.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, {""});
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const bool is_twice = is_quoted && i + 1 < text.size() && text[i + 1] == '"';
            if (is_twice) {
                rows.back().back() += text[++i];
            } else {
                is_quoted = !is_quoted;
            }
        } else if (is_quoted || (c != ',' && c != '\r' && c != '\n')) {
            rows.back().back() += c;
        } else if (c == ',') {
            rows.back().emplace_back();
        } else if (c == '\n') {
            rows.push_back({""});
        }
    }
    REQUIRE_FALSE(is_quoted);
    rows.pop_back();
    return rows;
}

/// Markdown without its code: what is left is what we wrote. Follows CommonMark: a block begins
/// with a fence and ends with one as long, a span is closed by a run of the same length.
std::string without_code(const std::string& markdown) {
    std::string rest;
    std::string fence;
    for (const auto& line : in_lines(markdown)) {
        const auto run = line.substr(0, line.find_first_not_of('`'));
        if (!fence.empty()) {
            const bool closes = run.size() >= fence.size() && run == line;
            fence = closes ? "" : fence;
            continue;
        }
        if (run.size() >= 3 && line.find('`', run.size()) == std::string::npos) {
            fence = run;
            continue;
        }
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != '`') {
                rest += line[i];
                continue;
            }
            auto end = i;
            while (end < line.size() && line[end] == '`') {
                ++end;
            }
            const auto length = end - i;
            auto close = end;
            for (std::size_t at = end, n = 0; at <= line.size(); ++at) {
                n = at < line.size() && line[at] == '`' ? n + 1 : 0;
                const bool ends = n == length && (at + 1 == line.size() || line[at + 1] != '`');
                if (ends && line[at - n] != '`') {
                    close = at;
                    break;
                }
            }
            REQUIRE(close > end);  // never left open
            i = close;
        }
        rest += "\n";
    }
    CHECK(fence.empty());
    return rest;
}

}  // namespace

TEST_CASE("hostile text makes no more rows or columns, and no formulas") {
    for (const auto& text : hostile_texts()) {
        CAPTURE(text);
        const auto rows = read_csv(grades_csv(class_saying(text)));
        REQUIRE(rows.size() == 2);
        CHECK(rows[1].size() == rows[0].size());
        for (const auto& field : rows[1]) {
            const auto first = field.substr(field.find_first_not_of(" \t") == std::string::npos
                                                ? 0
                                                : field.find_first_not_of(" \t"));
            CHECK(std::string("=+-@").find(first.empty() ? 'x' : first[0]) == std::string::npos);
            CHECK_FALSE(first.starts_with("\xef\xbc\x9d"));
        }
        CHECK_FALSE(has_control_characters(grades_csv(class_saying(text))));
    }
}

TEST_CASE("hostile text makes no elements, attributes or characters that XML does not have") {
    const auto usual = without_values(tags_of(junit_xml(class_saying(harmless), {})));
    for (const auto& text : hostile_texts()) {
        CAPTURE(text);
        const auto xml = junit_xml(class_saying(text), {});
        CHECK(without_values(tags_of(xml)) == usual);
        CHECK_FALSE(has_control_characters(xml));
    }
}

TEST_CASE("Python's readers of XML and CSV find nothing amiss") {
    auto c = class_saying(harmless);
    for (const auto& text : hostile_texts()) {
        c.submissions.push_back(class_saying(text).submissions.front());
    }
    const scratch_folder folder;
    folder.write("junit.xml", junit_xml(c, {}));
    folder.write("grades.csv", grades_csv(c));
    folder.write("read.py",
                 "import csv, xml.etree.ElementTree as tree\n"
                 "suites = tree.parse('junit.xml').getroot()\n"
                 "print({len(s.findall('testcase')) for s in suites}, len(suites))\n"
                 "rows = list(csv.reader(open('grades.csv', newline='', encoding='utf-8')))\n"
                 "print({len(row) for row in rows}, len(rows))\n");
    const auto students = c.submissions.size();
    CHECK(shell(folder.path(), "python3 read.py").output ==
          "{2} " + std::to_string(students) + "\n{7} " + std::to_string(students + 1) + "\n");
}

TEST_CASE("hostile text stays in its member of Gradescope's JSON") {
    const auto usual =
        nlohmann::json::parse(gradescope_results(class_saying(harmless).submissions[0], {}));
    for (const auto& text : hostile_texts()) {
        CAPTURE(text);
        const auto results =
            nlohmann::json::parse(gradescope_results(class_saying(text).submissions[0], {}));
        CHECK(results["score"] == usual["score"]);
        REQUIRE(results["tests"].size() == usual["tests"].size());
        for (std::size_t i = 0; i < usual["tests"].size(); ++i) {
            auto test = results["tests"][i];
            test["output"] = usual["tests"][i]["output"];
            CHECK(test == usual["tests"][i]);
        }
    }
}

TEST_CASE("hostile text makes no markup in pages") {
    const page_language english;
    const auto structure = [&](const std::string& text) {
        const auto c = class_saying(text);
        auto tags = without_values(tags_of(student_page(c.submissions[0], c, english)));
        const auto of_class = without_values(tags_of(class_page(c, "pages", english)));
        tags.insert(tags.end(), of_class.begin(), of_class.end());
        // How many lines and paragraphs there are is the text's own affair.
        tags.erase(std::remove_if(tags.begin(), tags.end(),
                                  [](const std::string& tag) {
                                      return tag.starts_with("<span") || tag == "</span" ||
                                             tag == "<p" || tag == "</p" || tag == "<strong" ||
                                             tag == "</strong";
                                  }),
                   tags.end());
        return tags;
    };
    const auto usual = structure(harmless);
    for (const auto& text : hostile_texts()) {
        if (text.empty()) {
            continue;  // then there is no compiler's output either
        }
        CAPTURE(text);
        CHECK(structure(text) == usual);
        const auto c = class_saying(text);
        const auto page = student_page(c.submissions[0], c, english);
        CHECK(count(page, "<script") == 0);
        CHECK_FALSE(has_control_characters(page));
    }
}

TEST_CASE("hostile text stays code in a job's summary") {
    const auto summary = [](graded_class c, std::size_t times) {
        c.submissions.resize(times, c.submissions.front());
        return without_code(step_summary(c, {}));
    };
    for (const std::size_t students : {1U, 2U}) {
        const auto usual = summary(class_saying(harmless), students);
        for (const auto& text : hostile_texts()) {
            CAPTURE(text, students);
            CHECK(summary(class_saying(text), students) == usual);
        }
    }
}

TEST_CASE("text that nobody sees goes, and what names are written with stays") {
    CHECK(one_line("a\xe2\x80\xae"
                   "b\xef\xbb\xbf\xe2\x81\xa6") == "ab");
    CHECK(one_line("\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae") ==
          "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae");
    CHECK(one_line("a\nb\tc\xe2\x80\xa8"
                   "d") == "a b c d");
    CHECK(one_line("\xff") == "?");
    CHECK(in_lines("a\n\nb\r\n") == std::vector<std::string>{"a", "", "b "});
}

TEST_CASE("the step of a workflow shows hostile output to no command") {
    const scratch_folder folder;
    for (const auto& text : hostile_texts()) {
        CAPTURE(text);
        const auto c = class_saying(text);
        folder.write("said.txt", text + "\n" + text);
        folder.write("made.md", step_summary(c, {}));
        const auto fake = folder.write("lab",
                                       "#!/bin/sh\n"
                                       "test -z \"$GITHUB_ENV$GITHUB_STEP_SUMMARY\" || exit 9\n"
                                       "cat \"$(dirname \"$0\")/said.txt\"\nmkdir -p \"$4\"\n"
                                       "cp \"$(dirname \"$0\")/made.md\" \"$4/summary.md\"\n"
                                       "exit 3\n");
        std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
        folder.write("summary", "");
        const auto script = std::filesystem::absolute("checker/grading/workflow/grade_step.sh");
        const auto done =
            shell(folder.path(), "LAB=./lab GITHUB_ENV=env GITHUB_STEP_SUMMARY=summary '" +
                                     script.string() + "' class out 4");
        CHECK(done.status == 3);
        const std::string stop = "::stop-commands::";
        REQUIRE(done.output.starts_with(stop));
        const auto word = done.output.substr(stop.size(), done.output.find('\n') - stop.size());
        CHECK(word.size() == 36);
        // Nothing lets commands through again before the end.
        const auto again = "\n::" + word + "::\n";
        CHECK(count(done.output, "::" + word + "::") == 1);
        CHECK(done.output.ends_with(again));
        CHECK(read_file(folder.path() / "summary") == step_summary(c, {}));
    }
}
