#include "checker/harness/checks.hpp"

#include <fmt/core.h>

namespace checker {

void check_results(const std::vector<job_size>& sizes, const sized_case& run) {
    std::string counts;
    for (const auto& size : sizes) {
        report().doing(phrase("with {}", size.text()));
        the_device().start_afresh();
        static_cast<void>(run(size));
        counts += fmt::format("{}{}", counts.empty() ? "" : ", ", size.count);
    }
    report().note(phrase("Every element right for {} elements in chunks of {}.", counts,
                         sizes.front().chunk));
}

void check_errors(const lab_case& run, after_error asked) {
    const auto doing = [](const words& what) { report().doing(what); };
    if (const auto found = error_not_passed_on(the_device(), run, asked, doing)) {
        report().fail(*found);
    }
    report().note(phrase("Each of the {} calls was made to fail once: its error came back.",
                         calls_that_can_fail(the_device(), run)));
}

void check_nothing_left(const lab_case& run) {
    the_device().start_afresh();
    const auto done = run();
    if (const auto leak = leak_in(done)) {
        report().fail(*leak);
    }
    if (const auto vain = given_back_in_vain(done)) {
        report().fail(*vain);
    }
    report().note(phrase("All that was created was given back."));
}

void require_copies_both_ways() {
    const int engines = the_device().copy_engines();
    if (engines == 0) {
        report().leave_open(phrase("This device cannot copy while a kernel runs."));
    }
    if (engines == 1) {
        report().leave_open(
            phrase("This device has one engine for copies in both directions, and it takes them in "
                   "the order in which they were issued. What is asked for here takes two; lab 09 "
                   "is about such devices."));
    }
}

void check_rules(const std::vector<rule>& rules, const observation& seen) {
    if (const auto found = first_of(rules, seen)) {
        report().fail(*found);
    }
}

}  // namespace checker
