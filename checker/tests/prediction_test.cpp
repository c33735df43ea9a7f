// What was expected beside what happened.

#include "checker/command/prediction.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using timeline::nanoseconds;

TEST_CASE("times are read with their unit") {
    CHECK(milliseconds_in("0.3") == 0.3);
    CHECK(milliseconds_in(" 0.3 ms ") == 0.3);
    const auto close = Catch::Matchers::WithinAbs(0.217, 1e-9);
    CHECK_THAT(milliseconds_in("217us").value(), close);
    CHECK_THAT(milliseconds_in("217 µs").value(), close);
    CHECK(milliseconds_in("1.5s") == 1500.0);
    for (const auto* wrong : {"", "ms", "-1", "0", "1 h", "1 ms 2", "nan", "inf", "1e300"}) {
        INFO(wrong);
        CHECK_FALSE(milliseconds_in(wrong));
    }
}

TEST_CASE("stages are side by side from a tenth of the shorter one on") {
    timeline::overlap_figures figures;
    figures.engines[0].busy = nanoseconds{1000};
    figures.engines[1].busy = nanoseconds{500};
    figures.h2d_compute = nanoseconds{50};
    CHECK(ran_together(figures, stage_pairs[0]));
    figures.h2d_compute = nanoseconds{49};
    CHECK_FALSE(ran_together(figures, stage_pairs[0]));
    CHECK_FALSE(ran_together(figures, stage_pairs[1]));  // nothing was copied back
}

TEST_CASE("a prediction is compared line by line") {
    timeline::overlap_figures figures;
    figures.engines[0].busy = figures.engines[1].busy = nanoseconds{1000};
    figures.h2d_compute = nanoseconds{900};
    measured_figures measured;
    measured.measured_ms = 0.4;
    const auto words = wording::in("en");
    const prediction expected{0.2, {"compute+d2h"}, {"h2d+compute"}};
    const auto page = prediction_markup(expected, measured, figures, words);
    CHECK_THAT(page, ContainsSubstring("<td>0.200 ms</td><td>0.400 ms (2.00x of the guess)</td>"));
    CHECK_THAT(page, ContainsSubstring("H2D and compute side by side</th><td>no</td>"
                                       "<td class=\"no\">yes</td>"));
    CHECK_THAT(page, !ContainsSubstring("H2D and D2H side by side"));

    CHECK(prediction_markup({}, measured, figures, words).empty());
    CHECK_THAT(prediction_markup(expected, {}, std::nullopt, words),
               ContainsSubstring("not measured yet"));
}
