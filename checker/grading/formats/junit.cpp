#include "checker/grading/formats/junit.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/formats/account.hpp"
#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

/// The name of the element that says how a case ended; empty for a pass.
std::string element_of(const graded_lab& l) {
    if (is_passed(l)) {
        return {};
    }
    if (l.said && l.said->outcome == status::error) {
        return "error";
    }
    return l.said && l.said->outcome == status::inconclusive ? "skipped" : "failure";
}

/// A few words for why: the first flag, diagnosis, or check that was not passed.
std::string type_of(const graded_submission& s, const graded_lab& l) {
    if (const auto reasons = reasons_for_no_points(s, l); !reasons.empty()) {
        return reasons.front().id;
    }
    if (!l.said) {
        return outcome_of(l);
    }
    if (!l.said->diagnoses.empty()) {
        return l.said->diagnoses.front().id;
    }
    const auto check = std::find_if(l.said->checks.begin(), l.said->checks.end(),
                                    [](const auto& c) { return c.outcome != status::pass; });
    return check == l.said->checks.end() ? outcome_of(l) : check->name;
}

std::string case_of(const graded_submission& s, const graded_lab& l, const translation& say) {
    const auto points = xml_text(
        say(phrase("{} of {} points", points_in_words(l.points), points_in_words(l.max_points))));
    auto text = fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n",
                            xml_text(one_line(s.student)), xml_text(l.lab));
    if (const auto element = element_of(l); element == "skipped") {
        text += fmt::format("      <skipped message=\"{}\"/>\n", xml_text(type_of(s, l)));
    } else if (!element.empty()) {
        text += fmt::format("      <{0} type=\"{1}\" message=\"{1}, {2}\">{3}</{0}>\n", element,
                            xml_text(type_of(s, l)), points, xml_text(account_of(s, l, say)));
    }
    return text + fmt::format("      <system-out>{}</system-out>\n    </testcase>\n", points);
}

struct tally {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;

    void add(const graded_submission& s) {
        const auto count = [&](std::string_view element) {
            return static_cast<std::size_t>(
                std::count_if(s.labs.begin(), s.labs.end(),
                              [&](const graded_lab& l) { return element_of(l) == element; }));
        };
        tests += s.labs.size();
        failures += count("failure");
        errors += count("error");
        skipped += count("skipped");
    }

    [[nodiscard]] std::string attributes() const {
        return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests,
                           failures, errors, skipped);
    }
};

}  // namespace

std::string junit_xml(const graded_class& c, const translation& say) {
    tally all;
    std::string suites;
    for (const auto& s : c.submissions) {
        tally own;
        own.add(s);
        all.add(s);
        suites += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_text(one_line(s.student)),
                              own.attributes());
        for (const auto& l : s.labs) {
            suites += case_of(s, l, say);
        }
        suites += "  </testsuite>\n";
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" "
        "{}>\n{}</testsuites>\n",
        xml_text(c.course), all.attributes(), suites);
}

}  // namespace checker
