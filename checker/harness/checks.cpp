#include "checker/harness/checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "checker/harness/leaks.hpp"
#include "checker/harness/refused_calls.hpp"
#include "checker/harness/steadiness.hpp"

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
    if (const auto vain = given_back_in_vain(done)) {
        report().fail(*vain);
    }
    report().note(phrase("All that was created was given back."));
}

void require_copies_both_ways() {
    require_overlap();
    if (the_device().copy_engines() == 1) {
        report().leave_open(
            phrase("This device has one engine for copies in both directions, and it takes them in "
                   "the order in which they were issued. What is asked for here takes two; lab 09 "
                   "is about such devices."));
    }
}

void require_overlap() {
    if (const auto why = the_device().why_no_overlap(); !why.empty()) {
        report().leave_open(why);
    }
}

void require_long_stages(const stage_times& stages, double calls) {
    const auto us = [](nanoseconds t) { return 1000 * timeline::to_ms(t); };
    const double by_host = calls * us(stages.calls);
    const double by_device = us(time_of_further_chunk(stages));
    if (by_host > by_device) {
        report().leave_open(
            phrase("Issuing the work of a chunk takes the host {:.1f} us, and this device needs "
                   "{:.1f} us for its copies and its kernel: with chunks of this size its overlap "
                   "does not show.",
                   by_host, by_device));
    }
}

void require_steady(const comparison& c) {
    if (c.doubt > most_doubt) {
        report().leave_open(phrase(
            "The times vary by {:.0f} % from run to run, also after many runs: something else "
            "keeps this machine busy. Run the check again when it has nothing else to do.",
            100 * std::max(c.spread, c.doubt)));
    }
}

void require_gap(const comparison& c) {
    require_steady(c);
    const bool is_exact = the_device().repetitions() == 1;
    const auto times =
        phrase("serial {:.3f} ms, yours {:.3f} ms, bound {:.3f} ms", timeline::to_ms(c.serial),
               timeline::to_ms(c.measured), timeline::to_ms(c.bound));
    if (c.bound >= c.serial) {
        if (is_exact) {
            throw std::logic_error("the bound is not below the serial time");
        }
        report().leave_open(phrase("On this device there is nothing to gain: {}.", times));
    }
    if (!is_exact && c.is_too_fast(the_device().least_noise())) {
        report().leave_open(
            phrase("Faster than this device should be able to be: {}. Either the measurement was "
                   "disturbed, or the work was not done where it should be.",
                   times));
    }
}

void check_rules(const std::vector<rule>& rules, const observation& seen) {
    if (const auto found = first_of(rules, seen)) {
        report().fail(*found);
    }
}

}  // namespace checker
