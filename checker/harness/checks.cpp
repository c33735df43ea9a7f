#include "checker/harness/checks.hpp"

namespace checker {

void check_results(const std::vector<job_size>& sizes, const sized_case& run) {
    std::vector<words> counts;
    for (const auto& size : sizes) {
        report().doing(phrase("with {}", size.text()));
        the_device().start_afresh();
        static_cast<void>(run(size));
        counts.emplace_back(std::to_string(size.count));
    }
    report().note(phrase("Every element right for {} elements in chunks of {}.", listed(counts),
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
    report().note(phrase("All that was created was given back."));
}

void check_rules(const std::vector<rule>& rules, const observation& seen) {
    if (const auto found = first_of(rules, seen)) {
        report().fail(*found);
    }
}

}  // namespace checker
